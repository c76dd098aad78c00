package org.ipcbench.run.program;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads paths from texts; without a UTF-8 locale, not every text is a path. */
public final class FilePath {
    private FilePath() {}

    /**
     * Reads a path.
     *
     * @throws IllegalArgumentException if the locale cannot express it; the message has the remedy
     */
    public static Path parse(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "'%s' cannot be a file name in this locale (%s); LC_ALL=C.UTF-8 allows every character"
                            .formatted(text, e.getReason()),
                    e);
        }
    }

    /**
     * Reads the path of a directory that exists or can be made.
     *
     * @throws IllegalArgumentException if the text is no such path; the message says what is allowed
     */
    public static Path directory(String text) {
        Path directory = parse(text);
        if (text.isBlank() || (Files.exists(directory) && !Files.isDirectory(directory))) {
            throw new IllegalArgumentException(
                    "'%s' is not a directory; give a writable directory, or the name of a new one".formatted(text));
        }
        return directory;
    }
}
