package org.ipcbench.launch.command;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The Java installation that the peers run on.
 *
 * @param home its directory
 * @param version its version, for example {@code 17.0.15}
 */
public record Jvm(Path home, String version) {

    /** The installation that this process runs on. */
    public static Jvm current() {
        return new Jvm(Path.of(System.getProperty("java.home")), System.getProperty("java.version"));
    }

    /**
     * Examines an installation.
     *
     * @throws IllegalArgumentException if the directory does not contain Java 17 or later
     */
    public static Jvm at(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new IllegalArgumentException("'%s' contains no bin/java; give a Java home directory".formatted(home));
        }
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
        } catch (IOException | IllegalArgumentException e) { // the latter for a malformed escape
            throw new IllegalArgumentException(
                    "'%s' has no readable file 'release' with its version; give a Java home directory".formatted(home),
                    e);
        }
        String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
        if (feature(version) < 17) {
            throw new IllegalArgumentException("'%s' is Java '%s'; 17 or later is required".formatted(home, version));
        }
        return new Jvm(home, version);
    }

    /**
     * The feature version; zero if the version does not follow the scheme of Java 9 and later, for example {@code
     * 1.8.0_392}.
     */
    private static int feature(String version) {
        try {
            return Runtime.Version.parse(version).feature();
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    /** The feature version, for example 17. */
    public int feature() {
        return feature(version);
    }

    public Path executable() {
        return home.resolve("bin/java");
    }
}
