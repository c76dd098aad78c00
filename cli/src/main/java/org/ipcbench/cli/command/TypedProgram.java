package org.ipcbench.cli.command;

import java.io.File;
import java.util.List;
import java.util.Properties;

/** The words with which the user has started this program, so that a printed command can be typed again. */
final class TypedProgram {
    /** Set by the script that was typed: where it is. */
    private static final String SCRIPT = "ipcbench.command";

    private static final String USUAL = "ipcbench";

    private TypedProgram() {}

    static List<String> words() {
        return words(System.getProperties());
    }

    /** @param properties the JVM's; those of {@code java -jar} say which jar was typed */
    static List<String> words(Properties properties) {
        String script = properties.getProperty(SCRIPT, "");
        if (!script.isEmpty()) {
            return List.of(script);
        }
        String jar = properties.getProperty("java.class.path", "");
        boolean isOneJar = jar.endsWith(".jar") && !jar.contains(File.pathSeparator);
        String typed = properties.getProperty("sun.java.command", "");
        return isOneJar && (typed + " ").startsWith(jar + " ") ? List.of("java", "-jar", jar) : List.of(USUAL);
    }
}
