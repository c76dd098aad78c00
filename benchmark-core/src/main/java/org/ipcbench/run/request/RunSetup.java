package org.ipcbench.run.request;

import java.nio.file.Path;
import org.ipcbench.run.request.InvalidRequestException.Argument;

/**
 * The part of a run that does not depend on its cells. Only variants can fail gates.
 *
 * @param peers the requested peers
 * @param acceptance which figures the user accepts
 * @param output the output of the run
 */
public record RunSetup(PeerRequest peers, Acceptance acceptance, RunOutput output) {
    public RunSetup {
        if (!acceptance.gates().isEmpty() && peers.variation().isEmpty()) {
            throw new InvalidRequestException(
                    Argument.REQUEST,
                    "option '--fail-on' compares variants; give --vary, or compare runs (command compare)");
        }
    }

    /** Usual peers, every kind of doubt, and output to this directory of runs. */
    public static RunSetup in(Path output) {
        return new RunSetup(PeerRequest.USUAL, Acceptance.USUAL, RunOutput.in(output));
    }
}
