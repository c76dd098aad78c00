package org.ipcbench.results;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The lines of a file, each synced as it is appended. Where the disk is full they wait, and the file ends with a whole line. */
final class SyncedLines implements Closeable {
    /** Takes the place of {@link SealedLine#COUNTS}, and so leaves the rest of the line where it is. */
    private static final byte[] SUPERSEDED = SealedLine.SUPERSEDED.getBytes(StandardCharsets.UTF_8);

    private final Path path;

    /** No channel: Ctrl-C's interrupt would close it and lose what was measured just before. */
    private final RandomAccessFile file;

    /** Lines that could not be written yet. */
    private final Deque<LogLine> unwritten = new ArrayDeque<>();

    /** Lines that count no longer, where that could not be written yet. */
    private final Deque<LogLine> superseded = new ArrayDeque<>();

    private long wholeBytes;

    SyncedLines(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /** Leaves the first bytes of the file as they are, and appends behind them. */
    void goOnAt(long bytes) {
        wholeBytes = bytes;
    }

    /** Appends a line, after those that could not be written before. */
    void append(LogLine line) throws IOException {
        unwritten.add(line);
        writeRest();
    }

    /** Notes in lines that they count no longer. */
    void supersede(List<LogLine> lines) throws IOException {
        superseded.addAll(lines);
        writeRest();
    }

    /**
     * Writes the lines that could not be written before.
     *
     * @throws IOException where that fails again
     */
    void writeRest() throws IOException {
        while (!unwritten.isEmpty()) {
            LogLine line = unwritten.getFirst();
            byte[] text = line.text();
            try {
                file.setLength(wholeBytes); // without what a full disk took of a line
                file.seek(wholeBytes);
                file.write(text);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            line.writtenAt(wholeBytes);
            wholeBytes += text.length;
            unwritten.removeFirst();
        }
        while (!superseded.isEmpty()) {
            try {
                file.seek(superseded.getFirst().flagAt());
                file.write(SUPERSEDED);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            superseded.removeFirst();
        }
    }

    private IOException incomplete(IOException cause) {
        IOException failure = new IOException("cannot write %s: %s".formatted(path, cause.getMessage()), cause);
        try {
            file.setLength(wholeBytes);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
