package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Dimension;

/**
 * A value over message size, or over another number in which cells differ. If several numbers vary, the first is the axis, and
 * there is a sweep for each combination of the others.
 *
 * @param cells the cells
 * @param value the value
 * @param axis the number over which the value is shown
 * @param others the other varying numbers, in which these cells agree
 */
record Sweep(PlottedCells cells, PlottedValue value, Dimension axis, List<Dimension> others) {
    /** With fewer values of the number, lines would be two rows of dots on the frame of a plot. */
    private static final int MIN_OF_LINES = 3;

    /** The sweeps of these cells; empty if no number varies. */
    static List<Sweep> of(Collection<PlottedCells> sets) {
        List<Sweep> sweeps = new ArrayList<>();
        for (PlottedCells set : sets) {
            List<Dimension> varying = set.varyingNumbers();
            if (!varying.isEmpty()) {
                List<Dimension> others = varying.subList(1, varying.size());
                for (PlottedCells part : set.split(others)) {
                    set.figures()
                            .plots()
                            .forEach(figure ->
                                    sweeps.add(new Sweep(part, new PlottedValue(figure), varying.get(0), others)));
                }
            }
        }
        return sweeps;
    }

    /** Whether there are enough values of the number for lines. */
    boolean isLines() {
        return steps().size() >= MIN_OF_LINES;
    }

    /** The cells of each value of the number, in the order of the plan. */
    Collection<PlottedCells> steps() {
        return cells.split(List.of(axis));
    }

    String stem() {
        Stream<String> words = Stream.of(cells.question(), value.stem()).distinct();
        return String.join("-", words.toList()) + "-over-" + axis.label() + cells.stem(others);
    }

    String title() {
        return "%s over %s%s".formatted(value.words(), cells.axisWords(axis), cells.qualifiers());
    }
}
