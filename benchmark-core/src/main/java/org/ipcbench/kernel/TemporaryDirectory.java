package org.ipcbench.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The directory for temporary files: the JVM's, if {@code -Djava.io.tmpdir} names one, or that of {@code TMPDIR}, which a JVM
 * ignores.
 *
 * @param system the JVM's system properties
 * @param variables the process's environment
 */
public record TemporaryDirectory(Properties system, Map<String, String> variables) {
    private static final String PROPERTY = "java.io.tmpdir";
    private static final String VARIABLE = "TMPDIR";

    /** The property's value on Linux unless the user gives another one. */
    private static final String USUAL = "/tmp";

    /** The directory of this process. */
    public static Path path() {
        return ofThisProcess().all().get(0);
    }

    /** How this process's user chooses another directory. */
    public static String remedy() {
        return ofThisProcess().isOfTheProperty()
                ? "java -Djava.io.tmpdir=DIR -jar ... uses another directory"
                : "TMPDIR=DIR uses another directory";
    }

    private boolean isOfTheProperty() {
        return !system.getProperty(PROPERTY, USUAL).equals(USUAL);
    }

    public static TemporaryDirectory ofThisProcess() {
        return new TemporaryDirectory(System.getProperties(), System.getenv());
    }

    /** The directory, and the usual one if that is another and can be read: processes without this environment use it. */
    public List<Path> all() {
        Path jvms = Path.of(system.getProperty(PROPERTY, USUAL));
        Path chosen = Optional.ofNullable(variables.get(VARIABLE))
                .filter(directory -> !directory.isEmpty() && !isOfTheProperty())
                .map(Path::of)
                .orElse(jvms);
        return Stream.of(chosen, jvms)
                .filter(directory -> directory.equals(chosen) || Files.isReadable(directory))
                .distinct()
                .toList();
    }
}
