package org.ipcbench.measure.result;

import java.util.List;

/**
 * How a warm-up ended.
 *
 * @param messageNanos time of a message in nanoseconds: in the fastest of its last batches; on the server, which does not
 *     decide when the warm-up ends, in the last one
 * @param messages messages or round trips of all its batches
 * @param steady whether the last batches agreed in their rates
 * @param compiled whether the just-in-time compiler had been asked for everything and had come to rest
 */
public record WarmUpEnd(double messageNanos, long messages, boolean steady, boolean compiled) {
    /** There was no warm-up. */
    public static final WarmUpEnd NONE = new WarmUpEnd(0, 0, true, true);

    /** Several warm-ups side by side as one: the rate of all together, and steady where all were. */
    static WarmUpEnd ofAll(List<WarmUpEnd> all) {
        double messagesPerNano = all.stream()
                .filter(each -> each.messageNanos > 0)
                .mapToDouble(each -> 1 / each.messageNanos)
                .sum();
        return new WarmUpEnd(
                messagesPerNano == 0 ? 0 : 1 / messagesPerNano,
                all.stream().mapToLong(WarmUpEnd::messages).sum(),
                all.stream().allMatch(WarmUpEnd::steady),
                all.stream().allMatch(WarmUpEnd::compiled));
    }

    /** Whether the time was up before the warm-up had done its work. */
    public boolean atLimit() {
        return !(steady && compiled);
    }
}
