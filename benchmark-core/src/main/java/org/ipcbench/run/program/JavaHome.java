package org.ipcbench.run.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.launch.command.Jvm;

/** Reads the text that names a Java installation: its directory or its command. */
public final class JavaHome {
    private static final Path COMMAND = Path.of("bin", "java");

    private JavaHome() {}

    /**
     * Examines the installation.
     *
     * @throws IllegalArgumentException if it is not Java 17 or later
     */
    public static Jvm parse(String text) throws IOException {
        return Jvm.at(home(FilePath.parse(text)));
    }

    /**
     * The installation of a {@code bin/java}, which may be a link such as {@code /usr/bin/java}; otherwise the path itself.
     */
    private static Path home(Path given) throws IOException {
        if (!given.endsWith(COMMAND) || !Files.isRegularFile(given)) {
            return given;
        }
        Path command = given.toRealPath();
        return command.endsWith(COMMAND) ? command.resolve("../..").normalize() : given;
    }
}
