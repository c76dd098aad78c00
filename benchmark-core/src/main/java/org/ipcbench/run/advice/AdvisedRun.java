package org.ipcbench.run.advice;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.RunTrials;
import org.ipcbench.advise.Target;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.DryRun;
import org.ipcbench.run.Interruption;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Load;

/** Measures candidates for a target in rounds of elimination, then the best of them under other conditions. */
public final class AdvisedRun {
    /** Iterations of a leader for each iteration under other conditions, which only say what would change the answer. */
    private static final int LEADERS_ITERATIONS = 3;

    private final Launcher launcher;
    private final RunRequest request;
    private final Target target;
    private final Load load;
    private final int iterations;
    private final RunDisplay display;

    /**
     * A run with nothing measured yet.
     *
     * @param request the candidates and clients; its workloads and repetition are not used
     * @param target what the candidates have to reach
     * @param load the load under which they are measured; its rate, size and shape are not used
     * @param iterations the most iterations of a candidate
     */
    public AdvisedRun(
            Launcher launcher, RunRequest request, Target target, Load load, int iterations, RunDisplay display) {
        this.launcher = launcher;
        this.request = request;
        this.target = target;
        this.load = load;
        this.iterations = iterations;
        this.display = display;
    }

    /** Checks everything that can be checked without measuring. */
    public DryRun dryRun() throws IOException {
        return ofCandidates().dryRun();
    }

    /** Roughly the longest time of both runs. */
    public Duration longest() throws IOException {
        FollowUp probable = new FollowUp(
                target,
                request.grid().selection().transports().stream()
                        .map(Transport::id)
                        .limit(Advice.MAX_FINALISTS)
                        .toList(),
                iterationsUnderOtherConditions());
        return dryRun().estimate()
                .time()
                .plus(run(probable, List.of()).dryRun().estimate().time());
    }

    private int iterationsUnderOtherConditions() {
        return Math.max(1, iterations / LEADERS_ITERATIONS);
    }

    private BenchmarkRun ofCandidates() {
        return new BenchmarkRun(
                launcher,
                request.asking(List.of(new SizedWorkload(target.load(load))))
                        .repeated(new StoppingRule.Elimination(iterations, target.bound())),
                display);
    }

    /**
     * Measures both runs. Ctrl-C and an interrupt of this thread end them cleanly.
     *
     * @param commandLine the command line that asks for a follow-up by itself, without the program; empty if there is none
     * @return the outcome; empty if the first run was interrupted before its first iteration
     */
    public Optional<AdvisedOutcome> measure(Function<FollowUp, List<String>> commandLine) throws IOException {
        BenchmarkRun run = ofCandidates();
        RunDirectory directory = run.begin();
        display.line("advice takes at most roughly " + DryRun.text(longest()));
        try (Interruption interruption = new Interruption()) {
            Optional<RunOutcome> measured = run.measure(directory, interruption);
            return measured.isEmpty()
                    ? Optional.empty()
                    : Optional.of(advised(measured.get(), commandLine, interruption));
        }
    }

    private AdvisedOutcome advised(
            RunOutcome candidates, Function<FollowUp, List<String>> commandLine, Interruption interruption)
            throws IOException {
        RunResult result = candidates.result();
        if (result.interrupted() || interruption.isWanted()) {
            return new AdvisedOutcome(candidates, Optional.empty(), Optional.empty());
        }
        Advice advice = Advice.of(target, new RunTrials(result).of(target));
        if (advice.recommended().isEmpty()) {
            return new AdvisedOutcome(candidates, Optional.of(advice), Optional.empty());
        }
        FollowUp followUp = FollowUp.of(advice, iterationsUnderOtherConditions());
        display.line(
                "measuring %s again, %s".formatted(String.join(",", followUp.transportIds()), followUp.conditions()));
        try {
            return followedUp(candidates, advice, run(followUp, commandLine.apply(followUp)), interruption);
        } catch (InvalidRequestException e) {
            return new AdvisedOutcome(candidates, Optional.of(advice), Optional.of(e));
        }
    }

    private BenchmarkRun run(FollowUp followUp, List<String> commandLine) {
        RunRequest second = request.to(request.grid().selection().only(followUp.transportIds()))
                .asking(followUp.workloads(load))
                .repeated(new StoppingRule.FixedRounds(followUp.iterations()))
                .calledBy(commandLine);
        return new BenchmarkRun(launcher, second, display);
    }

    private static AdvisedOutcome followedUp(
            RunOutcome candidates, Advice advice, BenchmarkRun run, Interruption interruption) throws IOException {
        Optional<RunOutcome> second = run.measure(run.begin(), interruption);
        return new AdvisedOutcome(
                candidates,
                Optional.of(advice),
                second.map(RunOutcome::result)
                        .filter(result -> !result.interrupted())
                        .map(result -> FollowUp.changes(advice, new RunTrials(result)))
                        .orElse(List.of()),
                second,
                Optional.empty());
    }
}
