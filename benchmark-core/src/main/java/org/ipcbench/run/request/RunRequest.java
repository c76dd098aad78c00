package org.ipcbench.run.request;

import java.nio.file.Path;
import java.util.List;

/**
 * What to measure, and how.
 *
 * @param grid dimensions whose combinations are the cells
 * @param repetition how often each cell is measured
 * @param setup the peers, rules and output
 * @param preparation work before the first cell
 */
public record RunRequest(CellGrid grid, Repetition repetition, RunSetup setup, Preparation preparation) {

    /** A request with usual peers, every kind of doubt and no preparation. */
    public RunRequest(CellGrid grid, Repetition repetition, Path output) {
        this(
                grid,
                repetition,
                new RunSetup(PeerRequest.USUAL, Acceptance.USUAL, RunOutput.in(output)),
                Preparation.NONE);
    }

    /** Returns a copy with this preparation. */
    public RunRequest after(Preparation first) {
        return new RunRequest(grid, repetition, setup, first);
    }

    /** Returns a copy with other workloads. */
    public RunRequest asking(List<SizedWorkload> workloads) {
        return new RunRequest(grid.asking(workloads), repetition, setup, preparation);
    }

    /** Returns a copy with other transports. */
    public RunRequest to(TransportSelection selection) {
        return new RunRequest(grid.to(selection), repetition, setup, preparation);
    }

    /** Returns a copy that is recorded with this command line. */
    public RunRequest calledBy(List<String> arguments) {
        RunSetup called =
                new RunSetup(setup.peers(), setup.acceptance(), setup.output().calledBy(arguments));
        return new RunRequest(grid, repetition, called, preparation);
    }
}
