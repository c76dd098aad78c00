package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.List;

/**
 * Times between two looks at the clock, which the measuring thread takes after equal numbers of messages: a thread that did not
 * run, or got no message, has a long one.
 *
 * @param longestNanos the longest of them, in nanoseconds
 * @param count number of them; 0 where the thread did not look
 */
public record Gaps(long longestNanos, long count) {
    public static final Gaps NONE = new Gaps(0, 0);

    /** Of connections side by side, those of the one with the longest gap. */
    static Gaps ofAll(List<Gaps> all) {
        return all.stream().max(Comparator.comparingLong(Gaps::longestNanos)).orElse(NONE);
    }
}
