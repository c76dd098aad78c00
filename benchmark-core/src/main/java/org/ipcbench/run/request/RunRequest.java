package org.ipcbench.run.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;

/**
 * What to measure, and how.
 *
 * @param grid dimensions whose combinations are the cells
 * @param repetition how often each cell is measured
 * @param setup the peers, rules and output
 * @param preparation work before the first cell
 * @param bound the bound of the latencies that the run is about; empty if there is none
 */
public record RunRequest(
        CellGrid grid, Repetition repetition, RunSetup setup, Preparation preparation, Optional<LatencyBound> bound) {

    /** A request without a bound of the latencies. */
    public RunRequest(CellGrid grid, Repetition repetition, RunSetup setup, Preparation preparation) {
        this(grid, repetition, setup, preparation, Optional.empty());
    }

    /** A request with usual peers, every kind of doubt and no preparation. */
    public RunRequest(CellGrid grid, Repetition repetition, Path output) {
        this(grid, repetition, RunSetup.in(output), Preparation.NONE);
    }

    /** Returns a copy with this preparation. */
    public RunRequest after(Preparation first) {
        return new RunRequest(grid, repetition, setup, first, bound);
    }

    /** Returns a copy with this setup. */
    public RunRequest with(RunSetup other) {
        return new RunRequest(grid, repetition, other, preparation, bound);
    }

    /** Returns a copy about other cells. */
    public RunRequest about(CellGrid other) {
        return new RunRequest(other, repetition, setup, preparation, bound);
    }

    /** Returns a copy with another number of rounds. */
    public RunRequest repeated(StoppingRule stopping) {
        Repetition other = new Repetition(stopping, Repetition.Extra.NONE, repetition.seed());
        return new RunRequest(grid, other, setup, preparation, bound);
    }

    /** Returns a copy about a bound of the latencies. */
    public RunRequest below(LatencyBound limit) {
        return new RunRequest(grid, repetition, setup, preparation, Optional.of(limit));
    }

    /** Returns a copy that is recorded with this command line. */
    public RunRequest calledBy(List<String> arguments) {
        RunSetup called =
                new RunSetup(setup.peers(), setup.acceptance(), setup.output().calledBy(arguments));
        return new RunRequest(grid, repetition, called, preparation, bound);
    }

    /** Work before the first cell is measured; may take a while. */
    @FunctionalInterface
    public interface Preparation {
        /** Nothing to prepare. */
        Preparation NONE = () -> {};

        /**
         * Checks that nothing is known to be missing; a dry run does only this.
         *
         * @throws InvalidRequestException if something is missing
         */
        default void check(Plan plan) throws IOException {}

        /** Does the work. An interrupt of the thread ends it. */
        void prepare() throws IOException;
    }
}
