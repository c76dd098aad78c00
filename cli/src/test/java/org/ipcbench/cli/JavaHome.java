package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory that looks like a Java installation and holds no JVM. */
final class JavaHome {
    private JavaHome() {}

    static Path install(Path directory, String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"".formatted(version));
        return home;
    }
}
