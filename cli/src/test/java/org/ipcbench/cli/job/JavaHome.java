package org.ipcbench.cli.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.launch.command.Jvm;

/** Java installations: those of this machine, and directories that look like one and hold no JVM. */
public final class JavaHome {
    /** Where Linux distributions have theirs. */
    private static final Path DIRECTORY = Path.of("/usr/lib/jvm");

    private JavaHome() {}

    /** Those of this machine that the suite takes. */
    public static List<Jvm> installed() throws IOException {
        List<Jvm> found = new ArrayList<>();
        if (Files.isDirectory(DIRECTORY)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(DIRECTORY)) {
                for (Path home : homes) {
                    if (Files.isExecutable(home.resolve("bin/java")) && Files.exists(home.resolve("release"))) {
                        found.add(Jvm.at(home));
                    }
                }
            }
        }
        return found;
    }

    public static Path install(Path directory, String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"".formatted(version));
        return home;
    }
}
