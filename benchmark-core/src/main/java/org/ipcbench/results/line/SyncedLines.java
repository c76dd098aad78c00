package org.ipcbench.results.line;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, each synced when it is appended. If the disk is full, the lines wait, and the file ends with a whole line.
 */
public final class SyncedLines implements Closeable {
    /** Text that replaces {@link SealedLine#COUNTS}, and leaves the rest of the line at its position. */
    private static final byte[] SUPERSEDED = SealedLine.SUPERSEDED.getBytes(StandardCharsets.UTF_8);

    private final Path path;

    /** Not a channel: Ctrl-C's interrupt would close a channel and lose the last measurement. */
    private final RandomAccessFile file;

    /** Lines that could not be written yet. */
    private final Deque<LogLine> unwritten = new ArrayDeque<>();

    /** Lines that count no longer, but could not be marked yet. */
    private final Deque<LogLine> superseded = new ArrayDeque<>();

    private long wholeBytes;

    /**
     * Maximum number of bytes after the whole lines, which may be left of a line of this process, or of the process that it
     * continues for.
     */
    private long tornBytes;

    public SyncedLines(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Keeps the first bytes of the file, and appends after them.
     *
     * @param whole number of bytes to keep
     * @param torn number of bytes after them, which may be cut off
     */
    public void goOnAt(long whole, long torn) {
        wholeBytes = whole;
        tornBytes = torn;
    }

    /** Appends a line, after those that could not be written before. */
    public void append(LogLine line) throws IOException {
        unwritten.add(line);
        writeRest();
    }

    /** Marks lines as no longer counting. */
    public void supersede(List<LogLine> lines) throws IOException {
        superseded.addAll(lines);
        writeRest();
    }

    /**
     * Writes the lines that could not be written before.
     *
     * @throws IOException if writing fails again
     * @throws ForeignLinesException if the file is not as this process left it; nothing is cut off then
     */
    public void writeRest() throws IOException {
        while (!unwritten.isEmpty()) {
            LogLine line = unwritten.getFirst();
            byte[] text = line.text();
            requireOwn();
            try {
                file.setLength(wholeBytes); // without the part of a line that was written to a full disk
                tornBytes = text.length;
                file.seek(wholeBytes);
                file.write(text);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            line.writtenAt(wholeBytes);
            wholeBytes += text.length;
            tornBytes = 0;
            unwritten.removeFirst();
        }
        while (!superseded.isEmpty()) {
            requireOwn();
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

    /** The lock keeps other processes out. On file systems without locks, the length shows that another process wrote. */
    private void requireOwn() throws IOException {
        long bytes;
        try {
            bytes = file.length();
        } catch (IOException e) {
            throw incomplete(e);
        }
        if (bytes < wholeBytes || bytes > wholeBytes + tornBytes) {
            throw new ForeignLinesException(
                    "%s has %d bytes where this run left %d: another process writes to it, and what this one measures now is not recorded"
                            .formatted(path, bytes, wholeBytes));
        }
    }

    private IOException incomplete(IOException cause) {
        IOException failure = new IOException("cannot write %s: %s".formatted(path, cause.getMessage()), cause);
        try {
            file.setLength(wholeBytes);
            tornBytes = 0;
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Another process has written to the record of a run; continuing would damage that process's measurements. */
    public static final class ForeignLinesException extends IOException {
        private static final long serialVersionUID = 1;

        ForeignLinesException(String message) {
            super(message);
        }
    }

    /** A line, and the position of its flag that says whether it counts; its text is dropped once it is written. */
    public static final class LogLine {
        private byte @Nullable [] text;

        private long flagAt;

        /** A line to be written. */
        public LogLine(String json) {
            String sealed = SealedLine.seal(json) + "\n";
            text = sealed.getBytes(StandardCharsets.UTF_8);
            flagAt = flagAt(sealed);
        }

        /** A line that an earlier process has written. */
        public LogLine(String sealed, long begin) {
            flagAt = begin + flagAt(sealed);
        }

        private static long flagAt(String line) {
            int flag = line.indexOf(SealedLine.COUNTS);
            return flag < 0 ? 0 : line.substring(0, flag).getBytes(StandardCharsets.UTF_8).length;
        }

        /** The bytes to be written. */
        byte[] text() {
            return Objects.requireNonNull(text, "a line that is not written yet");
        }

        /** Position in the file of the flag that says whether the line counts, in bytes. */
        long flagAt() {
            return flagAt;
        }

        void writtenAt(long begin) {
            flagAt += begin;
            text = null;
        }
    }
}
