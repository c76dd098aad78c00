package org.ipcbench.cli.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

/**
 * The user's answers, line by line. A separate thread reads them: a read from standard input cannot be interrupted,
 * but Ctrl-C has to end the dialogue.
 */
public final class TypedLines {
    /**
     * Maximum length in characters, longer than any answer. The rest of a line is dropped, so that no input can fill
     * the memory.
     */
    private static final int MAX_LENGTH = 100;

    private static final int END = -1;

    private final BlockingQueue<Optional<String>> lines = new SynchronousQueue<>();
    private final Reader reader;
    private final Consumer<String> notes;
    private boolean ended;

    /**
     * Begins to read.
     *
     * @param notes gets one line if the input cannot be read, which ends the input
     */
    public TypedLines(InputStream in, Consumer<String> notes) {
        this.notes = notes;
        reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        Thread thread = new Thread(this::read, "typed");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits without limit for the next line. Returns the line without surrounding spaces; empty after the last line.
     */
    public Optional<String> next() throws InterruptedException {
        if (ended) {
            return Optional.empty();
        }
        Optional<String> line = lines.take();
        ended = line.isEmpty();
        return line;
    }

    private void read() {
        try {
            for (Optional<String> line = line(); line.isPresent(); line = line()) {
                lines.put(line);
            }
            lines.put(Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // not expected; the daemon thread just ends
        }
    }

    private Optional<String> line() {
        StringBuilder line = new StringBuilder();
        try {
            int character = reader.read();
            if (character == END) {
                return Optional.empty();
            }
            for (; character != '\n' && character != END; character = reader.read()) {
                if (line.length() < MAX_LENGTH) {
                    line.append((char) character);
                }
            }
            return Optional.of(line.toString().strip());
        } catch (IOException e) {
            notes.accept("standard input cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }
}
