package org.ipcbench.advise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.LateShare;

/**
 * Whether a candidate reaches a target.
 *
 * @param trial what was measured of the candidate
 * @param answer whether the target is reached
 * @param target the target it was measured against
 */
public record Judgement(Trial trial, LatencyBound.Answer answer, Target target) {

    /** The candidate's name. */
    public String candidate() {
        return trial.candidate();
    }

    /** Whether the candidate reaches the target, perhaps but for the machine's stalls. */
    public boolean meets() {
        return answer.meets();
    }

    /** The limit divided by the latency, the machine's stalls left out. */
    public double margin() {
        return target.p99Nanos() / ownP99Nanos().orElseThrow();
    }

    /** The 99th percentile with the machine's stalls left out or, where that is unknown, with them; empty if there is none. */
    public OptionalDouble ownP99Nanos() {
        return trial.figures().stream()
                .map(figures -> figures.ownP99Nanos().isPresent() ? figures.ownP99Nanos() : figures.p99Nanos())
                .flatMapToDouble(OptionalDouble::stream)
                .findFirst();
    }

    /** Whether the machine's stalls lengthen the p99. */
    public boolean isBetterWithoutStalls() {
        return trial.figures()
                .filter(figures -> figures.ownP99Nanos().orElse(Double.MAX_VALUE)
                        < figures.p99Nanos().orElse(0))
                .isPresent();
    }

    /** Whether the p99 is below the limit, however certain it is. */
    public boolean isBelowLimit() {
        return trial.figures()
                .flatMap(figures -> figures.p99Nanos().stream().boxed().findFirst())
                .filter(nanos -> nanos < target.p99Nanos())
                .isPresent();
    }

    /** The 95 % interval of the share of later messages; empty for fewer than three iterations, and for two speeds. */
    public Optional<Interval> lateInterval() {
        return trial.figures().flatMap(Trial.Figures::late).flatMap(LateShare::interval);
    }

    /** Whether certainly more messages are late than may be, the machine's stalls included. */
    public boolean isWhollyAbove() {
        return lateInterval()
                .filter(interval -> interval.low() > LatencyBound.MAX_LATE_SHARE)
                .isPresent();
    }

    /** Number of iterations. */
    public int iterations() {
        return trial.figures().map(Trial.Figures::iterations).orElse(0);
    }

    /** Whether the candidate is undecided because only better ones were measured further. */
    public boolean isNotPursuedBehind(Judgement better) {
        return answer == LatencyBound.Answer.TOO_CLOSE && iterations() < better.iterations();
    }

    /** The candidate's CPU time for a message divided by another one's. */
    public double costRelativeTo(Judgement other) {
        return cpuNanosPerMessage() / other.cpuNanosPerMessage();
    }

    /** Whether there are enough iterations for intervals. */
    boolean isRepeated() {
        return iterations() >= Sample.MIN_VALUES;
    }

    double cpuNanosPerMessage() {
        return trial.figures().orElseThrow().cpuNanosPerMessage();
    }
}
