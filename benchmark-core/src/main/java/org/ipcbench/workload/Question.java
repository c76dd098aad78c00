package org.ipcbench.workload;

import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.LatencyKind;

/** The question that a workload asks of a transport. */
public enum Question {
    /** Messages as fast as possible. */
    THROUGHPUT("throughput", LatencyKind.ONE_WAY, Rate.MEBIBYTES),
    /** Calls. */
    LATENCY("latency", LatencyKind.ROUND_TRIP, Rate.ROUND_TRIPS),
    /** Connections, each carrying one message and its answer. */
    CONNECT("connect", LatencyKind.FIRST_ANSWER, Rate.CONNECTIONS),
    /** Blocks. */
    BLOCK("block", LatencyKind.BLOCK, Rate.MEBIBYTES),
    /** Messages in one direction at the times of a schedule. */
    LOAD("load", LatencyKind.INTENDED_ONE_WAY, Rate.MESSAGES),
    /** Calls at the times of a schedule. A call that is due while the one before is under way waits. */
    CALLS("calls", LatencyKind.INTENDED_ROUND_TRIP, Rate.ROUND_TRIPS),
    /** A file. */
    TRANSFER("transfer", LatencyKind.FILE, Rate.MEBIBYTES),
    /** Deaths of a peer, until the other one knows. */
    FAIL("fail", LatencyKind.NOTICE, Rate.NOTICES),
    /** Messages at the times of a schedule, each to several subscribers. */
    PUBLISH("publish", LatencyKind.PUBLISHED, Rate.MESSAGES);

    private final String label;
    private final LatencyKind latencyKind;
    private final Rate rate;

    /** The unit in which iterations are compared. */
    public enum Rate {
        MEBIBYTES("MiB/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return mebibytesPerSecond;
            }
        },
        ROUND_TRIPS("round trips/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return units(mebibytesPerSecond, requestBytes);
            }
        },
        MESSAGES("messages/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return units(mebibytesPerSecond, requestBytes);
            }
        },
        CONNECTIONS("connections/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return ROUND_TRIPS.of(mebibytesPerSecond, requestBytes);
            }
        },
        /** The inverse of the time until the other peer knows. */
        NOTICES("notices/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return units(mebibytesPerSecond, requestBytes);
            }
        };

        private final String unit;

        Rate(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }

        private static double units(double mebibytesPerSecond, int requestBytes) {
            return mebibytesPerSecond * ((double) (1 << 20) / requestBytes);
        }

        /** Converts a throughput of messages of this size, in bytes, to this unit. */
        public abstract double of(double mebibytesPerSecond, int requestBytes);
    }

    Question(String label, LatencyKind latencyKind, Rate rate) {
        this.label = label;
        this.latencyKind = latencyKind;
        this.rate = rate;
    }

    /** The question with this name; empty if there is none. */
    public static Optional<Question> labelled(String label) {
        return Stream.of(values())
                .filter(question -> question.label.equals(label))
                .findFirst();
    }

    /** The name in commands and files. */
    public String label() {
        return label;
    }

    public LatencyKind latencyKind() {
        return latencyKind;
    }

    /** Whether the client sends the next message only after the answer to the previous one. */
    public boolean inTurns() {
        return latencyKind.inTurns();
    }

    /** Whether messages are sent at given times. */
    public boolean hasGivenRate() {
        return latencyKind.hasGivenRate();
    }

    /** The unit in which iterations are compared. */
    public Rate rate() {
        return rate;
    }
}
