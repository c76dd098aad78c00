package org.ipcbench.measure.result;

import java.util.List;

/**
 * How a warm-up ended.
 *
 * @param messageNanos time of a message in the fastest of the last batches, in nanoseconds; on the server, which does
 *     not decide when the warm-up ends, in the last batch
 * @param messages number of messages or round trips in all batches of the warm-up
 * @param steady whether the last batches agreed in their rates
 * @param compiled whether the just-in-time compiler had been asked for everything and had come to rest
 */
public record WarmUpEnd(double messageNanos, long messages, boolean steady, boolean compiled) {
    /** There was no warm-up. */
    public static final WarmUpEnd NONE = new WarmUpEnd(0, 0, true, true);

    /** Combines parallel warm-ups into one: the rate of all together, and steady if all were. */
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

    /** Whether the time was up while the compiler was still at work. */
    public boolean atLimit() {
        return !compiled;
    }

    /** Whether the rates of the last batches differed although the compiler rested: the messages scatter by themselves. */
    public boolean scattered() {
        return compiled && !steady;
    }
}
