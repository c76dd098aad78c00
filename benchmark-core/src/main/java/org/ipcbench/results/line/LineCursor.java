package org.ipcbench.results.line;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the whole lines of a file one after the other; text after the last line end is not a line. */
public final class LineCursor implements Closeable {
    private final InputStream content;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private String line = "";
    private int number;
    private long begin;
    private long end;

    public LineCursor(Path file) throws IOException {
        this(Files.newInputStream(file));
    }

    /** Reads a stream, and closes it in the end. */
    public LineCursor(InputStream stream) {
        content = new BufferedInputStream(stream);
    }

    /** Goes to the next line; false if there is none. */
    public boolean next() throws IOException {
        bytes.reset();
        for (int read = content.read(); read >= 0; read = content.read()) {
            if (read == '\n') {
                line = bytes.toString(StandardCharsets.UTF_8);
                number++;
                begin = end;
                end += bytes.size() + 1;
                return true;
            }
            bytes.write(read);
        }
        return false;
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
        return bytes.size();
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
