package org.ipcbench.run.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.ipcbench.control.ControlProtocol;
import org.ipcbench.environment.SuiteVersion;

/**
 * The runnable jar of another build of this suite, whose peers this launcher can start.
 *
 * @param file its absolute path
 * @param version the version in its properties
 * @param commit its Git commit, abbreviated; empty if unknown
 */
public record SuiteJar(Path file, String version, String commit) {

    /**
     * Examines a jar.
     *
     * @throws IllegalArgumentException if it is not a jar of this suite, or its peers would not understand this launcher
     */
    public static SuiteJar at(String text) throws IOException {
        Path file = Plugins.existing(text).toRealPath();
        Plugins.requireNoSeparator(file);
        Properties suite = new Properties();
        try (JarFile jar = new JarFile(file.toFile())) {
            ZipEntry entry = jar.getEntry(SuiteVersion.ENTRY);
            if (entry == null) {
                throw notOfThisSuite(text);
            }
            try (InputStream properties = jar.getInputStream(entry)) {
                suite.load(properties);
            } catch (IllegalArgumentException e) { // a malformed escape
                throw notOfThisSuite(text);
            }
        }
        SuiteJar found = new SuiteJar(file, SuiteVersion.version(suite), SuiteVersion.commit(suite));
        found.requireProtocol(text);
        return found;
    }

    private void requireProtocol(String text) {
        Optional<String> difference;
        try {
            difference = ControlProtocol.current().difference(ControlProtocol.in(file));
        } catch (IOException e) {
            throw notOfThisSuite(text);
        }
        if (difference.isPresent()) {
            throw new IllegalArgumentException(
                    "'%s' (%s) has another control protocol: %s differs; give a build whose peers this program understands"
                            .formatted(text, version, difference.get()));
        }
    }

    private static IllegalArgumentException notOfThisSuite(String text) {
        return new IllegalArgumentException(
                "'%s' is not a runnable jar of this suite; give the ipc-benchmarktest.jar of another build"
                        .formatted(text));
    }
}
