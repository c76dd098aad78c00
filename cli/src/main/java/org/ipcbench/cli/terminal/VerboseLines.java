package org.ipcbench.cli.terminal;

import java.util.Locale;
import java.util.function.Consumer;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.WarmUpEnd;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;
import org.jspecify.annotations.Nullable;

/**
 * Two lines per iteration: one when the measured part begins, one at the end with the time of each part, the number of
 * samples and the state of the warm-up.
 */
final class VerboseLines implements RunListener {
    private static final double NANOS_PER_SECOND = 1e9;

    private final IterationNames names;
    private final Consumer<String> lines;
    private Plan.@Nullable Turn measuring;

    /** Writes its lines to this consumer. */
    VerboseLines(IterationNames names, Consumer<String> lines) {
        this.names = names;
        this.lines = lines;
    }

    @Override
    public void progressed(Plan.Turn turn, double fraction) {
        if (!turn.equals(measuring)) {
            measuring = turn;
            print(turn, "measuring");
        }
    }

    @Override
    public void iterationEnded(IterationResult result) {
        print(
                result.turn(),
                result.breakdown().map(VerboseLines::parts).orElseGet(() -> "failed: " + result.failure())
                        + result.measurement().map(VerboseLines::findings).orElse(""));
    }

    private void print(Plan.Turn turn, String what) {
        lines.accept("verbose: %s: %s".formatted(names.of(turn), what));
    }

    private static String findings(Measurement measurement) {
        WarmUpEnd end = measurement.clientConditions().warmUp();
        return "; %d samples; warm-up %s".formatted(measurement.latencies().getTotalCount(), how(end));
    }

    private static String how(WarmUpEnd end) {
        if (end.equals(WarmUpEnd.NONE)) {
            return "left out";
        }
        if (end.atLimit()) {
            return end.steady() ? "at its limit, still compiling" : "at its limit, neither steady nor compiled";
        }
        return end.scattered() ? "compiled, messages scatter" : "steady and compiled";
    }

    private static String parts(Breakdown breakdown) {
        return String.format(
                Locale.ROOT,
                "start %.3f s, connect %.3f s, warm-up %.3f s, measure %.3f s, close %.3f s; outside measured part %.3f s",
                breakdown.startNanos() / NANOS_PER_SECOND,
                breakdown.connectNanos() / NANOS_PER_SECOND,
                breakdown.warmUpNanos() / NANOS_PER_SECOND,
                breakdown.measuredNanos() / NANOS_PER_SECOND,
                breakdown.closeNanos() / NANOS_PER_SECOND,
                breakdown.outsideNanos() / NANOS_PER_SECOND);
    }
}
