package org.ipcbench.report.words;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;

/**
 * Names by which services track a cell from run to run. The names do not depend on the other cells of the run.
 *
 * @param dimensions the dimensions in names
 */
public record StableNames(List<Dimension> dimensions) {
    /** The names of a run's cells. */
    public static StableNames of(RunResult run) {
        return new StableNames(run.dimensions());
    }

    /** For example {@code pipe latency 64 bytes same-cpu}. */
    public String of(Cell cell) {
        return words(cell, " ", true);
    }

    /** The name as the stem of a file's name. */
    public String stem(Cell cell) {
        return words(cell, "-", false).replaceAll("[^\\p{Alnum}._-]+", "_");
    }

    private String words(Cell cell, String separator, boolean units) {
        String name = dimensions.stream()
                .filter(dimension ->
                        dimension.of(cell).isPresent() && !dimension.text(cell).isEmpty())
                .map(dimension -> word(dimension, cell, separator, units))
                .collect(Collectors.joining(separator));
        return cell.workload().hasUsualPayload() ? name : name + separator + cell.payloadName();
    }

    private static String word(Dimension dimension, Cell cell, String separator, boolean units) {
        String word = dimension.equals(Dimension.SIZE) || !dimension.isQuantity()
                ? dimension.text(cell)
                : dimension.label() + separator + dimension.text(cell);
        return units && dimension.isNumeric() ? word + " " + dimension.unit() : word;
    }
}
