package org.ipcbench.launch.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Drains a child process's stream, so that the child never blocks, and keeps the last lines. */
public final class Tail {
    private static final int LINES = 20;

    /** A longer line, such as binary data, is cut at this length. */
    private static final int MAX_LINE_LENGTH = 1000;

    /**
     * A frame of a stack trace: the first frame tells the location; the others would displace the lines that tell what
     * happened.
     */
    private static final Pattern FRAME =
            Pattern.compile("\\s+(?:at \\S.*|\\.\\.\\. \\d+ (?:more|common frames omitted))");

    /** The first line of the report that a JVM writes when it crashes; the next lines tell what happened. */
    private static final Pattern CRASH =
            Pattern.compile("# (?:A fatal error has been detected by|There is insufficient memory for) the Java .*");

    /**
     * Number of lines kept of a crash report; its hundreds of lines would displace the ones that tell what happened.
     */
    private static final int LINES_OF_A_CRASH = 4;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread thread;
    private boolean afterFrame;
    private int linesOfCrash;

    public Tail(InputStream stream, String name) {
        thread = new Thread(() -> drain(stream), name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the lines kept so far, after waiting up to {@code waitMillis} milliseconds for the stream to end. */
    public String text(long waitMillis) throws InterruptedException {
        thread.join(waitMillis);
        synchronized (lines) {
            return String.join("\n", lines).strip();
        }
    }

    private void drain(InputStream stream) {
        StringBuilder line = new StringBuilder();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (int next = reader.read(); next >= 0; next = reader.read()) {
                if (next == '\n') {
                    keepLine(line);
                } else if (next != '\r' && line.length() < MAX_LINE_LENGTH) {
                    line.append((char) next);
                }
            }
            keepRest(line);
        } catch (IOException e) {
            keepRest(line);
            keep("(its output could not be read: " + e.getMessage() + ")");
        }
    }

    /** Keeps an incomplete last line. */
    private void keepRest(StringBuilder line) {
        if (!line.isEmpty()) {
            keepLine(line);
        }
    }

    private void keepLine(StringBuilder line) {
        String text = line.toString();
        line.setLength(0);
        if (linesOfCrash > 0 || CRASH.matcher(text).matches()) {
            linesOfCrash++;
        }
        if (linesOfCrash > LINES_OF_A_CRASH) {
            return;
        }
        boolean isFrame = FRAME.matcher(text).matches();
        if (!isFrame || !afterFrame) {
            keep(text);
        }
        afterFrame = isFrame;
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
