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
        /** The latency is so near to its limit that another run may be on the other side. */
        TOO_CLOSE,
        /** The latency is beyond its limit. */
        MISSES,
        /** The rate is not reached, so that the latency only depends on the duration of the run. */
        NOT_REACHED,
        /** There is nothing to judge. */
        NO_FIGURE;

        /** The answer as tables show it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The candidate's name. */
    public String candidate() {
        return trial.candidate();
    }

    /** Whether the candidate reaches the target. */
    public boolean meets() {
        return answer == Answer.MEETS;
    }

    /** The limit divided by the latency. */
    public double margin() {
        return target.p99Nanos() / trial.figures().orElseThrow().p99Nanos().orElseThrow();
    }

    double cpuNanosPerMessage() {
        return trial.figures().orElseThrow().cpuNanosPerMessage();
    }
}
