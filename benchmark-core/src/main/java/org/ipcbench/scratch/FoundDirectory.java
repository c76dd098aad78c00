package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;

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

    /**
     * The process that owns a scratch directory, according to a record in the directory. The directory may lie on a file
     * system that several containers or machines share.
     *
     * @param process the process, as identified in its own container
     * @param namespace the namespace in which the process id is valid
     * @param boot id of the kernel's boot; the same for all containers of a machine, and different for every other machine
     * @param host the machine's name
     */
    record DirectoryOwner(ProcessIdentity process, String namespace, String boot, String host) {
        private static final String FILE_NAME = "owner";

        private static final Pattern RECORD = Pattern.compile("owner (\\d{1,18}) (\\d{1,18}) (\\S+) (\\S+) (\\S+)");

        /** A record of an earlier version, without boot and host: it is unknown whether its process is alive. */
        private static final Pattern FORMER_RECORD = Pattern.compile("\\d{1,18} \\d{1,18}(?: \\S+)?");

        private static final String UNKNOWN = "none";

        /** Returns this process as an owner. */
        static DirectoryOwner current() throws IOException {
            Path namespace = Path.of("/proc/self/ns/pid");
            return new DirectoryOwner(
                    ProcessIdentity.current(),
                    Files.exists(namespace) ? Files.readSymbolicLink(namespace).toString() : UNKNOWN,
                    kernelSays("random/boot_id"),
                    kernelSays("hostname"));
        }

        /** Records this owner in a directory. */
        void record(Path directory) throws IOException {
            Files.writeString(
                    directory.resolve(FILE_NAME),
                    "owner %d %d %s %s %s".formatted(process.pid(), process.startTicks(), namespace, boot, host));
        }

        /**
         * The owner recorded in a directory of this user; empty if there is no record yet: the file appears before its
         * content.
         */
        static Optional<DirectoryOwner> of(Path directory) throws IOException {
            String record = new SmallFile(directory.resolve(FILE_NAME))
                    .text(StandardCharsets.ISO_8859_1) // the file may contain any bytes
                    .orElse("");
            if (FORMER_RECORD.matcher(record).matches()) {
                return Optional.of(new DirectoryOwner(new ProcessIdentity(0, 0), "", "", ""));
            }
            Matcher fields = RECORD.matcher(record);
            return fields.matches()
                    ? Optional.of(new DirectoryOwner(
                            new ProcessIdentity(Long.parseLong(fields.group(1)), Long.parseLong(fields.group(2))),
                            fields.group(3),
                            fields.group(4),
                            fields.group(5)))
                    : Optional.empty();
        }

        /**
         * Whether the owner may have ended, according to the record; the directory's lock decides. On the same kernel, a
         * process of another container is judged only by the lock. After a machine's restart, none of its earlier processes
         * exist. Processes of another machine are never judged.
         */
        boolean mayBeGone(DirectoryOwner me) throws IOException {
            if (!boot.equals(me.boot)) {
                return host.equals(me.host);
            }
            return !hasIdsOf(me) || !process.isAlive();
        }

        /** Whether process ids have the same meaning for both owners. */
        boolean hasIdsOf(DirectoryOwner other) {
            return boot.equals(other.boot) && namespace.equals(other.namespace);
        }

        private static String kernelSays(String setting) throws IOException {
            String text = new KernelFile(Path.of("/proc/sys/kernel").resolve(setting))
                    .wholeText()
                    .orElse("")
                    .strip();
            return text.isEmpty() ? UNKNOWN : text.replaceAll("\\s", "_");
        }
    }
}
