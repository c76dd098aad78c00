package org.ipcbench.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a run will measure.
 *
 * @param cells in the order of the report
 * @param iterations how many fresh pairs of JVMs measure each cell
 * @param warmUpNanos the longest warm-up of an iteration, in nanoseconds
 * @param seed decides the order of measuring
 */
public record Plan(List<Cell> cells, int iterations, long warmUpNanos, long seed) {

    /**
     * One iteration of one cell.
     *
     * @param cell what is measured
     * @param iteration which of its iterations, from 1
     */
    public record Turn(Cell cell, int iteration) {}

    public Plan {
        cells = List.copyOf(cells);
        if (cells.isEmpty() || iterations < 1) {
            throw new IllegalArgumentException("a plan has at least one cell and one iteration");
        }
    }

    /**
     * Every iteration of every measurable cell, in the order they are run: each round has one iteration of every cell,
     * newly shuffled, so that a machine that drifts drifts for all of them.
     */
    public List<Turn> turns() {
        Random random = new Random(seed);
        List<Turn> turns = new ArrayList<>();
        for (int iteration = 1; iteration <= iterations; iteration++) {
            List<Turn> round = new ArrayList<>();
            for (Cell cell : cells) {
                if (cell.obstacle().isEmpty()) {
                    round.add(new Turn(cell, iteration));
                }
            }
            Collections.shuffle(round, random);
            turns.addAll(round);
        }
        return turns;
    }
}
