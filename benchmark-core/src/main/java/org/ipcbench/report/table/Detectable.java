package org.ipcbench.report.table;

import java.util.OptionalDouble;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.words.FigureFormat;

/**
 * The smallest difference from a cell that most comparisons with it would detect: a time if the question's answer is one, else a
 * share of the rate.
 *
 * @param share the share
 * @param cell the cell
 * @param messagesPerSecond the speed of the cell
 */
record Detectable(double share, CellResult cell, double messagesPerSecond) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The difference as a column shows it. */
    String in(FigureFormat format) {
        return isTime() ? format.detectable(share, micros(format)) : format.detectable(share);
    }

    /** The difference from which on it would be detected, in words. */
    String words(FigureFormat format) {
        return FigureFormat.isBeyondTenfold(share) ? "beyond tenfold" : "from %s on".formatted(in(format));
    }

    private boolean isTime() {
        return cell.cell().workload().question().latencyKind().answersWithPercentiles();
    }

    private String micros(FigureFormat format) {
        return format.micros(OptionalDouble.of(share * NANOS_PER_SECOND / messagesPerSecond)) + " us";
    }
}
