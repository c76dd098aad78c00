package org.ipcbench.run.request;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be measured, and how. A second plan of one run is such a value, too.
 *
 * @param grid what multiplies to the cells
 * @param repetition how often each is measured
 * @param setup what they are measured with, and what the run leaves
 * @param preparation what comes before the first cell
 */
public record RunRequest(CellGrid grid, Repetition repetition, RunSetup setup, Preparation preparation) {

    /** A request with usual peers, every doubt and nothing to prepare. */
    public RunRequest(CellGrid grid, Repetition repetition, Path output) {
        this(
                grid,
                repetition,
                new RunSetup(PeerRequest.USUAL, Acceptance.USUAL, RunOutput.in(output)),
                Preparation.NONE);
    }

    /** The same, once something is prepared. */
    public RunRequest after(Preparation first) {
        return new RunRequest(grid, repetition, setup, first);
    }

    /** Other questions to the same transports. */
    public RunRequest asking(List<SizedWorkload> workloads) {
        return new RunRequest(grid.asking(workloads), repetition, setup, preparation);
    }

    /** The same questions to other transports. */
    public RunRequest to(TransportSelection selection) {
        return new RunRequest(grid.to(selection), repetition, setup, preparation);
    }

    /** The same, recorded as the run that this command line asks for. */
    public RunRequest calledBy(List<String> arguments) {
        RunSetup called =
                new RunSetup(setup.peers(), setup.acceptance(), setup.output().calledBy(arguments));
        return new RunRequest(grid, repetition, called, preparation);
    }
}
