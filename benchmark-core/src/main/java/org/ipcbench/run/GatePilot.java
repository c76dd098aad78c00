package org.ipcbench.run;

import java.time.Duration;
import java.util.List;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.gate.GatePlan;
import org.ipcbench.run.gate.VariantGates;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.RunSetup.Acceptance;

/**
 * A few rounds of a run with gates, which tell how much its ratios scatter, and so how many rounds the run needs.
 *
 * @param launcher starts the peers
 * @param request the run; its repetition is not used
 * @param display shows the pilot
 */
public record GatePilot(Launcher launcher, RunRequest request, RunDisplay display) {
    /** Fewer rounds estimate the scatter poorly; docs/validation.md says how honest a plan with these is. */
    public static final int ROUNDS = 8;

    /** The pilot as a run, which no gate judges. */
    public BenchmarkRun run() {
        RunSetup setup = request.setup();
        Acceptance acceptance = new Acceptance(setup.acceptance().ignored(), List.of(), false);
        return new BenchmarkRun(
                launcher,
                request.with(new RunSetup(setup.peers(), acceptance, setup.output()))
                        .repeated(new StoppingRule.FixedRounds(ROUNDS)),
                display,
                setup.acceptance().gates());
    }

    /** What the run would find. */
    public GatePlan plan(RunResult pilot) {
        return new VariantGates(request.setup().acceptance().gates()).plan(pilot);
    }

    /** Estimated time of this number of rounds. */
    public Duration time(int rounds) {
        return new BenchmarkRun(launcher, request.repeated(new StoppingRule.FixedRounds(rounds)), display)
                .estimate()
                .time();
    }
}
