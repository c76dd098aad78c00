package org.ipcbench.text;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the words of a command as a shell does: quotes and backslashes protect blanks; nothing is expanded. */
public final class CommandWords {
    private static final char NONE = 0;

    private CommandWords() {}

    /** Whether this machine has a command of this name or path. */
    public static boolean isCommand(String name) {
        return (name.contains(File.separator)
                        ? Stream.of(Path.of(name))
                        : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                                .map(directory -> Path.of(directory, name)))
                .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    }

    /**
     * The words.
     *
     * @throws IllegalArgumentException if there is none, or a quote has no end
     */
    public static List<String> parse(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = NONE;
        for (int place = 0; place < text.length(); place++) {
            char next = text.charAt(place);
            if (next == '\\' && quote != '\'' && place + 1 < text.length()) {
                word.append(text.charAt(++place));
                begun = true;
            } else if (quote == NONE ? next == '\'' || next == '"' : next == quote) {
                quote = quote == NONE ? next : NONE;
                begun = true;
            } else if (quote == NONE && Character.isWhitespace(next)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(next);
                begun = true;
            }
        }
        if (quote != NONE) {
            throw new IllegalArgumentException("'%s' lacks a closing %s".formatted(text, quote));
        }
        if (begun) {
            words.add(word.toString());
        }
        if (words.isEmpty() || words.get(0).isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s' is no command; give one such as 'ip netns exec b'".formatted(text));
        }
        return words;
    }

    /** Arguments as they are typed in a shell. */
    public static final class ShellWords {
        /** Arguments that need no quotes. A tilde needs none: recorded arguments have it in place of the user's home. */
        private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./~-]+");

        private ShellWords() {}

        /** The arguments as one line. */
        public static String line(List<String> arguments) {
            return arguments.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
        }

        /** The argument, in quotes if it needs them. */
        public static String quoted(String argument) {
            return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
        }
    }
}
