package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A scratch directory that another process has made.
 *
 * @param path its path
 * @param use what is known of its owner
 * @param owner process id of its owner; empty if the id is unknown, or has no meaning here
 */
public record FoundDirectory(Path path, Use use, OptionalLong owner) {

    /** What is known of a directory's owner. */
    public enum Use {
        /** The owner runs on this machine. */
        IN_USE,
        /** The owner has ended, and the directory belongs to this user. */
        LEFT_OVER,
        /**
         * The directory belongs to another machine, or its owner is not recorded. Or the directory belongs to another
         * user, or others may write to it: then nothing in it is opened, because it may contain anything.
         */
        UNKNOWN
    }

    /**
     * Finds the scratch directories of other processes.
     *
     * @throws IOException if the directory for temporary files cannot be searched
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

    /** Examines a path; empty if it is not a directory, has just been deleted, or is this process's own directory. */
    private static Optional<FoundDirectory> look(Path candidate, UserPrincipal me) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(candidate, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isDirectory()) {
                return Optional.empty();
            }
            return OwnFiles.isPrivate(attributes, me) ? look(candidate) : Optional.of(unknown(candidate));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(unknown(candidate)); // not readable for this user, or no valid records
        }
    }

    private static FoundDirectory unknown(Path candidate) {
        return new FoundDirectory(candidate, Use.UNKNOWN, OptionalLong.empty());
    }

    private static Optional<FoundDirectory> look(Path candidate) throws IOException {
        DirectoryOwner here = DirectoryOwner.current();
        Optional<DirectoryOwner> owner = DirectoryOwner.of(candidate);
        if (owner.equals(Optional.of(here))) {
            return Optional.empty();
        }
        OptionalLong id = owner.isPresent() && owner.get().hasIdsOf(here)
                ? OptionalLong.of(owner.get().process().pid())
                : OptionalLong.empty();
        return Optional.of(new FoundDirectory(candidate, use(candidate, owner, here), id));
    }

    private static Use use(Path candidate, Optional<DirectoryOwner> owner, DirectoryOwner here) throws IOException {
        if (ScratchDirectory.isLeftOver(candidate)) {
            return Use.LEFT_OVER;
        }
        boolean onThisMachine = owner.isPresent() && owner.get().boot().equals(here.boot());
        return onThisMachine ? Use.IN_USE : Use.UNKNOWN;
    }
}
