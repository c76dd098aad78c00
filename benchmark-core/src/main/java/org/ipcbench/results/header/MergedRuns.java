package org.ipcbench.results.header;

import java.util.List;

/**
 * The runs that a record was merged from.
 *
 * @param runs the runs, in the order of their rounds
 * @param iterations the number of iterations that each cell was to have, in the order of the cells
 */
public record MergedRuns(List<MergedRun> runs, List<Integer> iterations) {
    /**
     * One of the runs.
     *
     * @param run its identity
     * @param host the name of its machine among those of the record
     * @param firstRound number of its first round in the record
     * @param rounds number of its rounds
     */
    public record MergedRun(RunIdentity run, String host, int firstRound, int rounds) {}

    public MergedRuns {
        runs = List.copyOf(runs);
        iterations = List.copyOf(iterations);
    }
}
