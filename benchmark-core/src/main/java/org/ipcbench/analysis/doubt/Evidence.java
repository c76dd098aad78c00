package org.ipcbench.analysis.doubt;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;

/**
 * The evidence for doubts about a cell.
 *
 * @param iterations at least one
 * @param rates of these iterations
 * @param latencies of these iterations
 * @param load what their schedules offered; empty if they had none
 */
public record Evidence(List<Measurement> iterations, Rates rates, CellLatencies latencies, Optional<LoadFigures> load) {
    /** An effect up to this share is a note if fewer than three iterations or two speeds leave the cell without an interval. */
    private static final double NOTED_WITHOUT_INTERVAL = 0.1;

    LatencyKind latencyKind() {
        return iterations.get(0).latencyKind();
    }

    /** Whether a doubt is about nothing but what the user has declared: peers stand still, or move, where others run. */
    boolean isDeclared(Reason.Kind kind) {
        return switch (kind) {
            case STALL -> iterations.stream().allMatch(each -> each.beside() != null);
            case MIGRATIONS -> iterations.stream().allMatch(each -> each.beside() != null && !each.loadsServersHeap());
            default -> false;
        };
    }

    /** The reason as a note if what it costs, as a share of the rate, is less than half the width of the rate's interval. */
    Reason weighed(Reason reason, double cost) {
        return cost <= rates.relativeHalfWidth().orElse(NOTED_WITHOUT_INTERVAL) ? reason.asNote() : reason;
    }

    /** What it may cost that a peer stands still for this share of the time, in words. At a given rate, only latencies suffer. */
    Statement costOfStandstill(double share) {
        return latencyKind().hasGivenRate()
                ? Statement.of("which may delay messages by an unknown amount")
                : Statement.of("which may cost up to %.0f %%", 100 * Math.min(1, share));
    }

    /** Mean over the iterations whose figure is known; empty if it is known of none. */
    OptionalDouble mean(ToDoubleFunction<Measurement> figure) {
        return iterations.stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .average();
    }

    double greatest(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).max().orElseThrow();
    }

    double total(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).sum();
    }
}
