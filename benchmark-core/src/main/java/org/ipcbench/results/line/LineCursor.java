package org.ipcbench.results.line;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the whole lines of a file one after the other; text after the last line end is not a line. The file may come from a
 * stranger: a line with a zero byte is read as an empty one and takes no memory, and a line of more than {@link #MAX_LINE_BYTES}
 * ends the file.
 */
public final class LineCursor implements Closeable {
    /** Many times the longest line, which is the header of a run of a million turns. */
    public static final int MAX_LINE_BYTES = 64 << 20;

    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream content;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private String line = "";
    private int number;
    private int length;
    private int at;
    private int filled;
    private long begin;
    private long end;

    public LineCursor(Path file) throws IOException {
        this(Files.newInputStream(file));
    }

    /** Reads a stream, and closes it in the end. */
    public LineCursor(InputStream stream) {
        content = stream;
    }

    /** Goes to the next line; false if there is none. */
    public boolean next() throws IOException {
        bytes.reset();
        length = 0;
        boolean isText = true;
        while (length <= MAX_LINE_BYTES && (at < filled || fill())) {
            int from = at;
            while (at < filled && buffer[at] != '\n') {
                isText &= buffer[at] != 0; // never in JSON, but in what a broken disk gave back
                at++;
            }
            length += at - from;
            if (isText) {
                bytes.write(buffer, from, at - from);
            }
            if (at < filled) {
                at++;
                line = isText ? bytes.toString(StandardCharsets.UTF_8) : "";
                number++;
                begin = end;
                end += length + 1;
                return true;
            }
        }
        return false;
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, content.read(buffer));
        return filled > 0;
    }

    /** Whether {@link #next} has found no further line because the next one is too long to be one. */
    public boolean isEndless() {
        return length > MAX_LINE_BYTES;
    }

    /** The line, without its end. */
    public String line() {
        return line;
    }

    /** Number of the line, from 1. */
    public int number() {
        return number;
    }

    /** Offset of the line's first byte in the file. */
    public long begin() {
        return begin;
    }

    /** Offset of the first byte after the line and its end. */
    public long end() {
        return end;
    }

    /** Number of bytes after the last line end, once {@link #next} has found no further line. */
    public int restBytes() {
        return length;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
