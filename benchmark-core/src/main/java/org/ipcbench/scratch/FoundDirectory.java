package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.transport.OwnFiles;

/**
 * A scratch directory that another process has made.
 *
 * @param path where it is
 * @param use what is known of its owner
 * @param owner process id of its owner; empty where that id is unknown, or means nothing here
 */
public record FoundDirectory(Path path, Use use, OptionalLong owner) {

    /** What is known of a directory's owner. */
    public enum Use {
        /** The owner runs on this machine. */
        IN_USE,
        /** The owner is gone, and the directory is this user's. */
        LEFT_OVER,
        /** The directory is another user's or another machine's, or its owner has not recorded itself. */
        UNKNOWN
    }

    /**
     * Finds the scratch directories of other processes.
     *
     * @throws IOException where the directory for temporary files cannot be searched
     */
    public static List<FoundDirectory> allIn(Path temporary) throws IOException {
        List<FoundDirectory> found = new ArrayList<>();
        UserPrincipal me = OwnFiles.currentUser();
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(temporary, ScratchDirectory::isNamedSo)) {
            for (Path candidate : candidates) {
                look(candidate, me).ifPresent(found::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    /** Empty where the path is not a directory, has just been deleted, or is this process's own. */
    private static Optional<FoundDirectory> look(Path candidate, UserPrincipal me) {
        try {
            if (!Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            boolean mine = Files.getOwner(candidate, LinkOption.NOFOLLOW_LINKS).equals(me);
            return look(candidate, mine);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new FoundDirectory(candidate, Use.UNKNOWN, OptionalLong.empty())); // not for this user
        }
    }

    private static Optional<FoundDirectory> look(Path candidate, boolean mine) throws IOException {
        DirectoryOwner here = DirectoryOwner.current();
        Optional<DirectoryOwner> owner = DirectoryOwner.of(candidate);
        if (owner.equals(Optional.of(here))) {
            return Optional.empty();
        }
        OptionalLong id = owner.isPresent() && owner.get().hasIdsOf(here)
                ? OptionalLong.of(owner.get().process().pid())
                : OptionalLong.empty();
        return Optional.of(new FoundDirectory(candidate, use(candidate, mine, owner, here), id));
    }

    /** The lock of another user's directory is left alone. */
    private static Use use(Path candidate, boolean mine, Optional<DirectoryOwner> owner, DirectoryOwner here)
            throws IOException {
        if (mine && ScratchDirectory.isLeftOver(candidate)) {
            return Use.LEFT_OVER;
        }
        boolean onThisMachine = owner.isPresent() && owner.get().boot().equals(here.boot());
        return onThisMachine && (mine || !owner.get().mayBeGone(here)) ? Use.IN_USE : Use.UNKNOWN;
    }
}
