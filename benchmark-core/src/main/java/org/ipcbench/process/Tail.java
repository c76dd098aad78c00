package org.ipcbench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Drains a stream of a child so that it never blocks, and keeps its last lines. */
final class Tail {
    private static final int LINES = 20;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread thread;

    Tail(InputStream stream, String name) {
        thread = new Thread(() -> drain(stream), name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What is kept so far, after waiting up to {@code waitMillis} for the stream to end. */
    String text(long waitMillis) throws InterruptedException {
        thread.join(waitMillis);
        synchronized (lines) {
            return String.join("\n", lines).strip();
        }
    }

    private void drain(InputStream stream) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            keep("(its output could not be read: " + e.getMessage() + ")");
        }
    }

    private void keep(String line) {
        synchronized (lines) {
            lines.addLast(line);
            if (lines.size() > LINES) {
                lines.removeFirst();
            }
        }
    }
}
