package org.ipcbench.results.line;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A line, and the position of its flag that says whether it counts; its text is dropped once it is written. */
public final class LogLine {
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
