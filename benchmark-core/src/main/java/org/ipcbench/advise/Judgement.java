package org.ipcbench.advise;

import java.util.Locale;

/**
 * Whether a candidate reaches a target.
 *
 * @param trial what was measured of the candidate
 * @param answer whether the target is reached
 * @param target the target it was measured against
 */
public record Judgement(Trial trial, Answer answer, Target target) {

    /** The answers, best first. */
    public enum Answer {
        /** Rate and latency are reached. */
        MEETS,
        /** The rate is reached, and the messages beyond the limit are few enough without those that the machine's stalls delay. */
        MEETS_BUT_FOR_STALLS,
        /**
         * The latency is so near to its limit that another run may be on the other side, or above it perhaps only by the machine's
         * stalls.
         */
        TOO_CLOSE,
        /** The latency is beyond its limit. */
        MISSES,
        /** The rate is not reached, so that the latency only depends on the duration of the run. */
        NOT_REACHED,
        /** There is nothing to judge. */
        NO_FIGURE;

        /** Whether a candidate of this answer may be taken. */
        boolean meets() {
            return this == MEETS || this == MEETS_BUT_FOR_STALLS;
        }

        /** The answer as tables show it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The candidate's name. */
    public String candidate() {
        return trial.candidate();
    }

    /** Whether the candidate reaches the target, perhaps but for the machine's stalls. */
    public boolean meets() {
        return answer.meets();
    }

    /** The limit divided by the latency. */
    public double margin() {
        return target.p99Nanos() / trial.figures().orElseThrow().p99Nanos().orElseThrow();
    }

    /** Whether the whole interval of the latency is above the limit. */
    public boolean isWhollyAbove() {
        return trial.figures()
                .flatMap(Trial.Figures::p99Interval)
                .filter(interval -> interval.low() > target.p99Nanos())
                .isPresent();
    }

    double cpuNanosPerMessage() {
        return trial.figures().orElseThrow().cpuNanosPerMessage();
    }
}
