package org.ipcbench.results.line;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A line, and where it says whether it counts; its text is forgotten once it is written. */
public final class LogLine {
    private byte @Nullable [] text;

    private long flagAt;

    /** A line that is to be written. */
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

    /** What is to be written. */
    byte[] text() {
        return Objects.requireNonNull(text, "a line that is not written yet");
    }

    /** Where the file says whether the line counts. */
    long flagAt() {
        return flagAt;
    }

    void writtenAt(long begin) {
        flagAt += begin;
        text = null;
    }
}
