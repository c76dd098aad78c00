package org.ipcbench.archive;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.text.Sha256;

/**
 * The inputs that a class archive depends on, as two digests that form its file name. Archives with the same {@code
 * place} replace each other.
 *
 * @param place digest of the JVM's and the class path's locations
 * @param state digest of the state of both, and of the flags that a peer was started with
 */
record ArchiveKey(String place, String state) {
    /** The JVM's own archive; a dynamic archive is made on top of it and works only with it. */
    private static final String BASE_ARCHIVE = "lib/server/classes.jsa";

    private static final int DIGEST_BYTES = 8;

    /**
     * The key of the classes that the peers of this command load; empty if an archive cannot contain them, because the
     * class path has entries other than jars.
     *
     * @throws IOException if the JVM lacks the archive that a dynamic archive is made on top of
     */
    static Optional<ArchiveKey> of(LaunchCommand command) throws IOException {
        List<String> state = new ArrayList<>(command.fixedFlags());
        for (String entry : command.classPath().split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            if (!Files.isRegularFile(jar)) {
                return Optional.empty();
            }
            state.add(stamp(jar));
        }
        Path home = command.jvm().home().toRealPath();
        Path base = home.resolve(BASE_ARCHIVE);
        if (!Files.isRegularFile(base)) {
            throw new IOException("%s has no %s; create it by %s -Xshare:dump"
                    .formatted(home, BASE_ARCHIVE, command.jvm().executable()));
        }
        state.add(stamp(base));
        state.add(Files.readString(home.resolve("release")));
        return Optional.of(new ArchiveKey(digest(List.of(home.toString(), command.classPath())), digest(state)));
    }

    /** Prefix of the names of the archives with this key. */
    String prefix() {
        return place + "-" + state + "-";
    }

    private static String stamp(Path file) throws IOException {
        return "%s %d %s".formatted(file, Files.size(file), Files.getLastModifiedTime(file));
    }

    private static String digest(List<String> parts) {
        return new Sha256().add(String.join("\n", parts)).hex(DIGEST_BYTES);
    }
}
