package org.ipcbench.workload.load;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Pattern of the intended times of a load. */
public sealed interface ArrivalPattern {
    /** The allowed patterns, for messages. */
    String ALLOWED = "constant, poisson or burst:N with N from 2 to " + Burst.MAX_MESSAGES;

    /** The pattern as the user writes it. */
    String label();

    /** Number of messages of a sender that are due at the same moment. */
    default int messagesAtOnce() {
        return 1;
    }

    /**
     * The intended times of one sender.
     *
     * @param meanGapNanos mean time between two messages of the sender, in nanoseconds; with 0, all messages are due at
     *     once
     * @param phase the part of a gap before the first message, above 0 and below 1
     * @param seed seed of random gaps
     */
    Schedule schedule(double meanGapNanos, double phase, long seed);

    /**
     * Reads a pattern as a user writes it.
     *
     * @throws IllegalArgumentException that says what is allowed
     */
    static ArrivalPattern parse(String text) {
        return labelled(text.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not %s".formatted(text, ALLOWED)));
    }

    /** The pattern with this label; empty if there is none. */
    static Optional<ArrivalPattern> labelled(String label) {
        if (label.equals(Constant.LABEL)) {
            return Optional.of(new Constant());
        }
        if (label.equals(Poisson.LABEL)) {
            return Optional.of(new Poisson());
        }
        String size = label.startsWith(Burst.PREFIX) ? label.substring(Burst.PREFIX.length()) : "";
        return size.matches("\\d{1,6}") && Burst.isAllowed(Integer.parseInt(size))
                ? Optional.of(new Burst(Integer.parseInt(size)))
                : Optional.empty();
    }

    /** Equal gaps. */
    record Constant() implements ArrivalPattern {
        static final String LABEL = "constant";

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public Schedule schedule(double meanGapNanos, double phase, long seed) {
            return new Schedule.Even(meanGapNanos, phase, 1);
        }
    }

    /** Exponentially distributed gaps, like those of many independent senders. */
    record Poisson() implements ArrivalPattern {
        static final String LABEL = "poisson";

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public Schedule schedule(double meanGapNanos, double phase, long seed) {
            return new Schedule.Random(meanGapNanos, seed);
        }
    }

    /**
     * Recorded times. After the last one they begin again, a mean gap later.
     *
     * @param label the label
     * @param dueNanos when each message is due after the first one, in nanoseconds and in ascending order
     */
    record Recorded(String label, List<Long> dueNanos) implements ArrivalPattern {
        public Recorded {
            dueNanos = List.copyOf(dueNanos);
        }

        /** The recorded times, stretched or shortened to the mean gap. */
        @Override
        public Schedule schedule(double meanGapNanos, double phase, long seed) {
            double[] gaps = new double[dueNanos.size()];
            double ownGapNanos = (double) dueNanos.get(dueNanos.size() - 1) / (dueNanos.size() - 1);
            Arrays.setAll(gaps, i -> dueNanos.get(i) / ownGapNanos);
            return new Schedule.Recorded(gaps, meanGapNanos, phase);
        }
    }

    /**
     * Several messages at once, with equal gaps between such bursts.
     *
     * @param messages number of messages that are due at the same moment
     */
    record Burst(int messages) implements ArrivalPattern {
        static final String PREFIX = "burst:";

        /**
         * Largest burst: more messages than any service sends at once. On most transports it still ends within a
         * second.
         */
        static final int MAX_MESSAGES = 100_000;

        public Burst {
            if (!isAllowed(messages)) {
                throw new IllegalArgumentException(
                        "a burst has 2 to %d messages, not %d".formatted(MAX_MESSAGES, messages));
            }
        }

        static boolean isAllowed(int messages) {
            return messages > 1 && messages <= MAX_MESSAGES;
        }

        @Override
        public String label() {
            return PREFIX + messages;
        }

        @Override
        public int messagesAtOnce() {
            return messages;
        }

        @Override
        public Schedule schedule(double meanGapNanos, double phase, long seed) {
            return new Schedule.Even(meanGapNanos, phase, messages);
        }
    }
}
