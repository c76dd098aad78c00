package org.ipcbench.cli;

import java.util.Locale;
import java.util.function.Consumer;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;
import org.ipcbench.process.Breakdown;

/**
 * One line an iteration: where its time went.
 *
 * @param lines where the lines go
 */
record VerboseLines(Consumer<String> lines) implements RunListener {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public void iterationEnded(IterationResult result) {
        var cell = result.turn().cell();
        lines.accept("verbose: %s %d bytes, iteration %d: %s"
                .formatted(
                        cell.transportId(),
                        cell.sizeBytes(),
                        result.turn().iteration(),
                        result.breakdown().map(VerboseLines::parts).orElseGet(() -> "failed: " + result.failure())));
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
