package org.ipcbench.analysis.doubt;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Question;

/**
 * What doubts about a cell are founded on.
 *
 * @param iterations at least one
 * @param rates of these
 * @param latencies of these
 * @param load what their schedules offered; empty where they had none
 */
public record Evidence(List<Measurement> iterations, Rates rates, CellLatencies latencies, Optional<LoadFigures> load) {
    /** The evidence of cells without a schedule. */
    public Evidence(List<Measurement> iterations, Rates rates, CellLatencies latencies) {
        this(iterations, rates, latencies, Optional.empty());
    }

    Question question() {
        return iterations.get(0).question();
    }

    /** The mean over the iterations of which the figure is known; nothing where it is known of none. */
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
