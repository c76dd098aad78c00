package org.ipcbench.plan;

import org.ipcbench.analysis.Tally;
import org.ipcbench.measure.Measurement;

/** What is known of a cell so far. */
final class CellTally {
    private final Cell cell;
    private final int plannedIterations;
    private final Tally figures = new Tally();
    private int expected;
    private int failures;
    private String firstFailure = "";

    CellTally(Cell cell, int plannedIterations) {
        this.cell = cell;
        this.plannedIterations = plannedIterations;
    }

    /** Announces iterations that may still come. */
    void expect(int iterations) {
        expected += iterations;
    }

    void add(IterationResult result) {
        expected--;
        if (result.measurement().isPresent()) {
            Measurement measurement = result.measurement().get();
            figures.add(measurement, expected == 0);
            return;
        }
        if (failures == 0) {
            firstFailure = result.failure();
        }
        failures++;
        if (expected == 0) {
            figures.end();
        }
    }

    CellResult result() {
        return new CellResult(cell, plannedIterations, failures, firstFailure, figures.summary());
    }
}
