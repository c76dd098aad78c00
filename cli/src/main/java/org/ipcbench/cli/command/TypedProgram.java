package org.ipcbench.cli.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * The words with which the user has started this program, so that a command on the terminal can be typed again. Files, which are read
 * elsewhere, name the program only.
 */
final class TypedProgram {
    /** Set by the script that was typed: where it is. */
    private static final String SCRIPT = "ipcbench.command";

    private static final String USUAL = "ipcbench";
    private static final String JAR_OPTION = "-jar";
    private static final String OWN_PROPERTY = "-Dipcbench.";

    /** The words of this process, each with a zero behind it. */
    private static final Path OWN_WORDS = Path.of("/proc/self/cmdline");

    private TypedProgram() {}

    static List<String> words() {
        return words(System.getProperties(), ownWords());
    }

    /**
     * @param properties the JVM's; those of {@code java -jar} say which jar was typed
     * @param ownWords the words of this process, the JVM first: peers run in the same one; empty if unknown
     */
    static List<String> words(Properties properties, List<String> ownWords) {
        String script = properties.getProperty(SCRIPT, "");
        if (!script.isEmpty()) {
            return List.of(script);
        }
        String jar = properties.getProperty("java.class.path", "");
        boolean isOneJar = jar.endsWith(".jar") && !jar.contains(File.pathSeparator);
        String typed = properties.getProperty("sun.java.command", "");
        if (!isOneJar || !(typed + " ").startsWith(jar + " ")) {
            return List.of(USUAL);
        }
        int option = ownWords.indexOf(JAR_OPTION);
        boolean isKnown = option > 0 && ownWords.indexOf(jar) == option + 1;
        return isKnown ? repeated(ownWords.subList(0, option + 2)) : List.of("java", JAR_OPTION, jar);
    }

    /** Of the JVM's own arguments the suite's properties alone change what a command does; others may be secrets. */
    private static List<String> repeated(List<String> words) {
        int option = words.size() - 2;
        return IntStream.range(0, words.size())
                .filter(i -> i == 0 || i >= option || words.get(i).startsWith(OWN_PROPERTY))
                .mapToObj(words::get)
                .toList();
    }

    private static List<String> ownWords() {
        try {
            byte[] words = Files.readAllBytes(OWN_WORDS);
            return List.of(new String(words, Charset.defaultCharset()).split("\0", -1));
        } catch (IOException e) {
            return List.of(); // not on Linux
        }
    }
}
