package org.ipcbench.run.advice;

import java.util.List;
import java.util.Optional;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Change;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.request.InvalidRequestException;

/**
 * The outcome of a run for advice.
 *
 * @param candidates the outcome of the candidates' run
 * @param advice the advice from that outcome; empty if the run was interrupted
 * @param changes how the advice changes under other conditions; empty if not all of these were measured
 * @param followUp the run under other conditions; empty if there is none, or if it was interrupted before its first
 * iteration
 * @param refusal why the follow-up could not begin; empty if it could
 */
public record AdvisedOutcome(
        RunOutcome candidates,
        Optional<Advice> advice,
        List<Change> changes,
        Optional<RunOutcome> followUp,
        Optional<InvalidRequestException> refusal) {
    public AdvisedOutcome {
        changes = List.copyOf(changes);
    }

    /** An outcome without a follow-up. */
    AdvisedOutcome(RunOutcome candidates, Optional<Advice> advice, Optional<InvalidRequestException> refusal) {
        this(candidates, advice, List.of(), Optional.empty(), refusal);
    }
}
