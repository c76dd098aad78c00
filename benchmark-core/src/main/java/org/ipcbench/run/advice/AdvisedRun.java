package org.ipcbench.run.advice;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.RunTrials;
import org.ipcbench.advise.RunTrials.Beside;
import org.ipcbench.advise.Target;
import org.ipcbench.doctor.StallLook;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.export.Exports;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.report.text.AdviceText;
import org.ipcbench.report.words.Answer;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.DryRun;
import org.ipcbench.run.Interruption;
import org.ipcbench.run.RunAnswer;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.transport.Transport;

/** Measures candidates for a target in rounds of elimination, then the best of them under other conditions. */
public final class AdvisedRun {
    /** Iterations of a leader for each iteration under other conditions, which only say what would change the answer. */
    private static final int LEADERS_ITERATIONS = 3;

    private final Launcher launcher;
    private final AdviceRequest asked;
    private final RunSetup setup;
    private final RunRequest request;
    private final Target target;
    private final RunDisplay display;

    /**
     * A run with nothing measured yet.
     *
     * @throws InvalidRequestException if there is no candidate, or the target cannot be measured
     */
    public AdvisedRun(Launcher launcher, AdviceRequest asked, RunSetup setup, RunDisplay display) {
        this.launcher = launcher;
        this.asked = asked;
        this.setup = setup;
        this.display = display;
        request = asked.comparison(setup);
        target = asked.target();
    }

    /** Checks everything that can be checked without measuring. */
    public DryRun dryRun() throws IOException {
        return ofCandidates().dryRun();
    }

    /** Roughly the time of both runs, with what is prepared before the first one and the look at the machine's stalls. */
    public Duration time() throws IOException {
        BenchmarkRun candidates = ofCandidates();
        return candidates
                .preparationTime()
                .plus(StallLook.TIME)
                .plus(candidates.estimate().time())
                .plus(run(probable(), List.of()).estimate().time());
    }

    /** One line: the run under other conditions, and the time of both runs. */
    public String announcement() throws IOException {
        String usual = DryRun.text(time());
        String longest = DryRun.text(patient().time());
        return "then up to %d of them again, %s; about %s in all%s"
                .formatted(
                        Advice.MAX_FINALISTS,
                        probable().conditions(),
                        usual,
                        usual.equals(longest) ? "" : ", %s on a machine that stalls".formatted(longest));
    }

    private AdvisedRun patient() {
        return new AdvisedRun(launcher, asked.patient(), setup, display);
    }

    /** A follow-up of as many candidates as it can have. */
    private FollowUp probable() {
        return new FollowUp(
                target,
                request.grid().selection().transports().stream()
                        .map(Transport::id)
                        .limit(Advice.MAX_FINALISTS)
                        .toList(),
                methodCall(),
                asked.load(),
                iterationsUnderOtherConditions());
    }

    /** How the server's work is measured without a second process, if there is any, and no other program does it. */
    Optional<Transport> methodCall() {
        boolean works = target.call().filter(shape -> shape.work().isAsked()).isPresent();
        return launcher.registry().all().stream()
                .filter(transport -> works
                        && target.clients() == 1
                        && !setup.peers().isToBeSurveyed()
                        && transport.traits().inProcess()
                        && Cell.of(transport, asked.load()).obstacle().isEmpty())
                .findFirst();
    }

    private int iterationsUnderOtherConditions() {
        return Math.max(1, asked.iterations() / LEADERS_ITERATIONS);
    }

    private BenchmarkRun ofCandidates() {
        return new BenchmarkRun(launcher, request, display);
    }

    /** Measures both runs, which no command line has asked for. */
    public Optional<AdvisedOutcome> measure() throws IOException {
        return measure(followUp -> List.of());
    }

    /**
     * Looks at the machine's stalls, then measures both runs, with longer iterations on a machine that stalls. Ctrl-C and an interrupt of this thread end them cleanly.
     *
     * @param commandLine the command line that asks for a follow-up by itself, without the program; empty if there is none
     * @return the outcome; empty if the first run was interrupted before its first iteration
     */
    public Optional<AdvisedOutcome> measure(Function<FollowUp, List<String>> commandLine) throws IOException {
        dryRun(); // finds obstacles of the run
        StallLook look = StallLook.now();
        display.line(look.line(Percentiles.P99, (double) target.p99Nanos()));
        AdvisedRun run = target.bound().needsPatience(look.stalls()) ? patient() : this;
        return run.measureBoth(commandLine);
    }

    private Optional<AdvisedOutcome> measureBoth(Function<FollowUp, List<String>> commandLine) throws IOException {
        BenchmarkRun run = ofCandidates();
        RunDirectory directory = run.begin();
        display.line("advice takes about %s in all".formatted(DryRun.text(time())));
        try (Interruption interruption = new Interruption()) {
            Optional<RunOutcome> measured = run.measure(directory, interruption, DryRun::partSummary);
            if (measured.isEmpty()) {
                return Optional.empty();
            }
            AdvisedOutcome advised = advised(measured.get(), commandLine, interruption);
            return Optional.of(interruption.holdOff(() -> kept(advised)));
        }
    }

    private AdvisedOutcome advised(
            RunOutcome candidates, Function<FollowUp, List<String>> commandLine, Interruption interruption)
            throws IOException {
        RunResult result = candidates.result();
        if (result.interrupted() || interruption.isWanted()) {
            return new AdvisedOutcome(candidates, Optional.empty(), Beside.NOTHING, Optional.empty());
        }
        RunTrials trials = new RunTrials(result);
        Advice advice = trials.advice(target);
        Beside beside = trials.beside(advice);
        if (advice.recommended().isEmpty()) {
            return new AdvisedOutcome(candidates, Optional.of(advice), beside, Optional.empty());
        }
        FollowUp followUp = FollowUp.of(advice, methodCall(), asked.load(), iterationsUnderOtherConditions());
        display.line(
                "measuring %s again, %s".formatted(String.join(",", followUp.transportIds()), followUp.conditions()));
        try {
            return followedUp(candidates, advice, beside, run(followUp, commandLine.apply(followUp)), interruption);
        } catch (InvalidRequestException e) {
            return new AdvisedOutcome(candidates, Optional.of(advice), beside, Optional.of(e));
        }
    }

    /** Records the advice, which is complete only now, and writes it into the page and the exports of the candidates' run. */
    private AdvisedOutcome kept(AdvisedOutcome outcome) {
        Locale locale = request.setup().output().locale();
        Path directory = outcome.candidates().directory();
        outcome.advice()
                .map(advice -> new AdviceText(locale).sentences(advice, outcome.changes(), outcome.beside()))
                .ifPresent(sentences -> {
                    try {
                        ResultsLog.advise(directory, sentences);
                        RecordedRun run = RecordedRun.read(directory);
                        Answer answer = RunAnswer.of(run, locale);
                        new HtmlReport(directory, display::line).write(run.result(), run.environment(), answer);
                        new Exports(directory)
                                .write(
                                        ExportedRun.of(
                                                directory,
                                                run.result(),
                                                answer,
                                                run.environment(),
                                                CellHistograms.of(run.record()),
                                                locale),
                                        request.setup().output().exports())
                                .forEach(display::line);
                    } catch (IOException e) {
                        display.line("the files of the run lack the advice: " + e.getMessage());
                    }
                });
        return outcome;
    }

    private BenchmarkRun run(FollowUp followUp, List<String> commandLine) {
        CellGrid candidates = request.grid();
        RunRequest second = request.about(
                        candidates.to(followUp.among(candidates.selection())).asking(followUp.workloads()))
                .repeated(new StoppingRule.FixedRounds(followUp.iterations()))
                .calledBy(commandLine);
        return new BenchmarkRun(launcher, second, display);
    }

    private static AdvisedOutcome followedUp(
            RunOutcome candidates, Advice advice, Beside beside, BenchmarkRun run, Interruption interruption)
            throws IOException {
        Optional<RunOutcome> second = run.measure(run.begin(), interruption, DryRun::partSummary);
        Optional<RunTrials> trials = second.map(RunOutcome::result)
                .filter(result -> !result.interrupted())
                .map(RunTrials::new);
        return new AdvisedOutcome(
                candidates,
                Optional.of(advice),
                trials.map(each -> FollowUp.changes(advice, each)).orElse(List.of()),
                beside.with(trials.flatMap(each -> each.callWithin(
                        advice.target(), advice.recommended().orElseThrow().candidate()))),
                second,
                Optional.empty());
    }

    /**
     * The outcome of a run for advice.
     *
     * @param candidates the outcome of the candidates' run
     * @param advice the advice from that outcome; empty if the run was interrupted
     * @param changes how the advice changes under other conditions; empty if not all of these were measured
     * @param beside what is told besides the advice
     * @param followUp the run under other conditions; empty if there is none, or if it was interrupted before its first
     * iteration
     * @param refusal why the follow-up could not begin; empty if it could
     */
    public record AdvisedOutcome(
            RunOutcome candidates,
            Optional<Advice> advice,
            List<Change> changes,
            Beside beside,
            Optional<RunOutcome> followUp,
            Optional<InvalidRequestException> refusal) {
        public AdvisedOutcome {
            changes = List.copyOf(changes);
        }

        /** An outcome without a follow-up. */
        AdvisedOutcome(
                RunOutcome candidates,
                Optional<Advice> advice,
                Beside beside,
                Optional<InvalidRequestException> refusal) {
            this(candidates, advice, List.of(), beside, Optional.empty(), refusal);
        }
    }
}
