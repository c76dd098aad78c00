package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Another process of this machine that has a scratch directory in use: it measures at the same time.
 *
 * @param processId as the process's own container knows it
 * @param directory its scratch directory, or one of several
 */
public record LivingOwner(long processId, Path directory) {

    /** The owners of scratch directories below {@code java.io.tmpdir}. */
    public static List<LivingOwner> ofScratchDirectories() throws IOException {
        return in(ScratchDirectory.temporary());
    }

    /**
     * The owners of scratch directories in a directory for temporary files. Directories of other users tell nothing, and
     * processes of other machines disturb nobody here.
     */
    public static List<LivingOwner> in(Path temporary) throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        Map<DirectoryOwner, LivingOwner> living = new LinkedHashMap<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(temporary, ScratchDirectory.PREFIX + "*")) {
            for (Path directory : directories) {
                Optional<DirectoryOwner> owner = DirectoryOwner.of(directory);
                if (owner.isPresent() && isOtherAndAlive(owner.get(), me, directory)) {
                    living.putIfAbsent(
                            owner.get(), new LivingOwner(owner.get().process().pid(), directory));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return List.copyOf(living.values());
    }

    /** A process of another container is judged by the directory's lock, because its id says nothing here. */
    private static boolean isOtherAndAlive(DirectoryOwner owner, DirectoryOwner me, Path directory) throws IOException {
        if (owner.equals(me) || !owner.boot().equals(me.boot())) {
            return false;
        }
        return owner.hasIdsOf(me) ? owner.process().isAlive() : !DirectoryLock.isFree(directory);
    }
}
