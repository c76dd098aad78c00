package org.ipcbench.measure.result;

import java.util.List;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.jspecify.annotations.Nullable;

/**
 * What several server processes did of the same requests.
 *
 * @param messages number of requests that each process has answered
 * @param waitsInVain number of waits of all processes beyond one for each request; {@link Count#UNKNOWN} if the kernel does not tell
 * @param overtaken number of answers that came after the answer to a later request of the same client
 * @param jvms what the JVM of each process did besides; null in records of earlier builds
 */
public record WorkerShares(
        List<Long> messages,
        long waitsInVain,
        long overtaken,
        @Nullable List<JvmWork> jvms) {
    private static final double PERCENT = 100;

    public WorkerShares {
        messages = List.copyOf(messages);
        jvms = jvms == null ? null : List.copyOf(jvms);
        if (messages.size() < 2) {
            throw new IllegalArgumentException("several processes share requests, not " + messages.size());
        }
    }

    /** What all of these processes did, of whose answers the clients have seen so many out of order. */
    public static WorkerShares of(List<PeerMeasurement.Worked> workers, long overtaken, List<JvmWork> jvms) {
        boolean isKnown = workers.stream().noneMatch(each -> each.waits() == Count.UNKNOWN);
        return new WorkerShares(
                workers.stream().map(PeerMeasurement.Worked::messages).toList(),
                isKnown
                        ? workers.stream()
                                .mapToLong(each -> Math.max(0, each.waits() - each.messages()))
                                .sum()
                        : Count.UNKNOWN,
                overtaken,
                jvms);
    }

    /** Number of all requests. */
    public long all() {
        return messages.stream().mapToLong(Long::longValue).sum();
    }

    /** The share of the process that has answered the fewest requests, in percent. */
    public double smallestPercent() {
        return PERCENT * messages.stream().mapToLong(Long::longValue).min().orElse(0) / all();
    }

    /** The share of the process that has answered the most requests, in percent. */
    public double largestPercent() {
        return PERCENT * messages.stream().mapToLong(Long::longValue).max().orElse(0) / all();
    }

    /** The share of answers that came after the answer to a later request, in percent. */
    public double overtakenPercent() {
        return PERCENT * overtaken / all();
    }
}
