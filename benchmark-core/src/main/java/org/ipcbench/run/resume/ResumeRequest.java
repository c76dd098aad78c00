package org.ipcbench.run.resume;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.RunSetup.Acceptance;
import org.ipcbench.run.request.RunSetup.RunOutput;
import org.jspecify.annotations.Nullable;

/**
 * A run to resume.
 *
 * @param output the output of the rest of the run; its directory is the run's
 * @param skipsDamaged whether damaged lines of the record are skipped; otherwise they are refused
 * @param repeated what the run was measured with, named again
 * @param gates how much slower than the first variant the others may be; empty if the run itself says it
 * @param strict whether a cell without a valid figure changes the exit code, also if the run itself does not say it
 * @param ignoresEnvironment whether it is resumed even if the environment differs
 */
public record ResumeRequest(
        RunOutput output,
        boolean skipsDamaged,
        RepeatedTerms repeated,
        List<Gate> gates,
        boolean strict,
        boolean ignoresEnvironment) {
    public ResumeRequest {
        gates = List.copyOf(gates);
    }

    /** The run in this directory, which was measured with nothing that has to be named again. */
    public static ResumeRequest of(Path directory) {
        return new ResumeRequest(RunOutput.in(directory), false, RepeatedTerms.NONE, List.of(), false, false);
    }

    /** The run as the user names it. */
    Path run() {
        return output.directory();
    }

    /** The rules that the run is judged by. */
    Acceptance acceptance(RunRecord record) {
        @Nullable RunTerms terms = record.header().terms();
        List<Gate> recorded = terms == null || !gates.isEmpty() ? gates : terms.judged();
        return new Acceptance(record.header().accepted(), recorded, strict || (terms != null && terms.strict()));
    }

    /** Combines what the record says about the run with the peers and jars that the user names. */
    RunSetup setup(RunRecord record, RunTerms terms, Acceptance acceptance) {
        return new RunSetup(
                new PeerRequest(
                        repeated.jvm(),
                        repeated.jvmArguments(),
                        terms.timeout(),
                        Optional.empty(),
                        terms.pinned(),
                        repeated.variation(terms)),
                acceptance,
                new RunOutput(
                        record.directory(), output.labels(), output.exports(), output.locale(), output.arguments()));
    }
}
