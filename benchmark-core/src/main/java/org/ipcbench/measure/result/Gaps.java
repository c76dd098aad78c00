package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.List;

/**
 * Times between two looks at the clock, which the measuring thread takes after equal numbers of messages. A thread that
 * did not run or got no message has a long gap.
 *
 * @param longestNanos the longest gap, in nanoseconds
 * @param count number of gaps; 0 if the thread did not look
 */
public record Gaps(long longestNanos, long count) {
    public static final Gaps NONE = new Gaps(0, 0);

    /** Of several parallel connections, the gaps of the connection with the longest one. */
    static Gaps ofAll(List<Gaps> all) {
        return all.stream().max(Comparator.comparingLong(Gaps::longestNanos)).orElse(NONE);
    }
}
