package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.advise.RunTrials.CallWithin;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.LatencyBound.Answer;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.Test;

class RecordedAnswerTest {
    private static final Transport CHEAP = ListedTransport.of("cheap");
    private static final Transport FAST = ListedTransport.of("fast");
    private static final Transport SMALL = ListedTransport.upTo(2000, "small", "raise it");

    /** Of an iteration; the last samples of each are of the 99th percentile. */
    private static final int MESSAGES = 50_000;

    private static final RunResult RUN = run(
            result(CHEAP, 800, 50_000, 100, 2),
            result(FAST, 800, 50_000, 20, 8),
            result(SMALL, 800, 50_000, 150, 1),
            result(CHEAP, 800, 100_000, 900, 2),
            result(FAST, 800, 100_000, 20, 8),
            result(CHEAP, 8000, 50_000, 110, 3),
            result(FAST, 8000, 50_000, 30, 9),
            new CellResult(cell(SMALL, 8000, 50_000), 3, List.of()));

    private static RunResult run(CellResult... cells) {
        return new RunResult(List.of(cells), false);
    }

    private static Cell cell(Transport transport, int sizeBytes, double rate) {
        Workload load = new Load(
                new Extent.Period(Duration.ofSeconds(1).toNanos()),
                sizeBytes,
                Payload.TOUCHED,
                rate,
                new ArrivalPattern.Constant(),
                Pacing.SPIN);
        return Cell.of(transport, load);
    }

    /** Three iterations that hardly differ; each peer takes half of the CPU time. */
    private static CellResult result(
            Transport transport, int sizeBytes, double rate, long p99Micros, double cpuMicros) {
        return result(transport, sizeBytes, rate, p99Micros, cpuMicros, 0);
    }

    private static CellResult result(
            Transport transport, int sizeBytes, double rate, long p99Micros, double cpuMicros, long clockBoundNanos) {
        Cell cell = cell(transport, sizeBytes, rate);
        List<IterationResult> iterations = new ArrayList<>();
        for (int iteration = 1; iteration <= 3; iteration++) {
            iterations.add(SampleCells.measured(
                    cell,
                    iteration,
                    measurement(sizeBytes, rate, 1000 * p99Micros + iteration, 500 * cpuMicros, clockBoundNanos)));
        }
        return new CellResult(cell, 3, iterations);
    }

    private static Measurement measurement(
            int sizeBytes, double rate, long p99Nanos, double cpuNanosEach, long clockBoundNanos) {
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(5_000, MESSAGES - MESSAGES / 50);
        latencies.recordValueWithCount(p99Nanos, MESSAGES / 50);
        long messages = Math.round(rate);
        Cost cost = new Cost(Math.round(cpuNanosEach * messages), 0);
        return MadeUpMeasurement.of(sizeBytes, messages)
                .latencyKind(LatencyKind.INTENDED_ONE_WAY)
                .latencies(latencies)
                .costs(cost, cost)
                .offering(new OfferedLoad(messages, 0, 1_000_000_000, 0, new OfferedLoad.Lateness(1, 1, 1, 1)))
                .conditions(
                        new MeasurementConditions(WarmUpEnd.NONE, List.of(), MachineLoad.UNKNOWN, clockBoundNanos),
                        MeasurementConditions.UNKNOWN)
                .measurement();
    }

    private static RecordedAnswer answer(String... considered) {
        return new RecordedAnswer(RUN, Set.of(considered), List.of());
    }

    @Test
    void figuresOfTheRunAreJudgedAndRanked() {
        RecordedAnswer answer = answer("cheap", "fast", "small", "other");

        Advice advice = answer.advice(TARGET, answer.candidates(TARGET, Set.of()));

        assertThat(answer.lack(TARGET)).isEmpty();
        assertThat(advice.ranked())
                .extracting(Judgement::candidate, Judgement::answer)
                .containsExactly(
                        tuple("small", Answer.MEETS), tuple("cheap", Answer.MEETS), tuple("fast", Answer.MEETS));
        Trial.Figures figures = advice.ranked().get(1).trial().figures().orElseThrow();
        assertThat(figures.cpuNanosPerMessage()).isEqualTo(2000);
        assertThat(figures.offeredPerSecond()).isEqualTo(50_000);
        assertThat(figures.late().flatMap(LateShare::interval)).isPresent();
    }

    @Test
    void otherRatesAndSizesOfTheRunSayWhatWouldChangeTheAnswer() {
        RecordedAnswer answer = answer("cheap", "fast");
        Candidates candidates = answer.candidates(TARGET, Set.of());

        List<Change> changes = answer.changes(answer.advice(TARGET, candidates), candidates);

        assertThat(changes)
                .extracting(Change::conditions, Change::kind)
                .containsExactly(
                        tuple(TARGET.twiceAsOften().orElseThrow(), Change.Kind.TAKES_OVER),
                        tuple(TARGET.tenTimesAsLarge().orElseThrow(), Change.Kind.STAYS));
    }

    @Test
    void conditionsUnderWhichTheRecommendedOneWasNotMeasuredAreLeftOut() {
        RecordedAnswer answer = answer("small", "fast");
        Candidates candidates = answer.candidates(TARGET, Set.of());
        Advice advice = answer.advice(TARGET, candidates);

        assertThat(advice.recommended()).map(Judgement::candidate).hasValue("small");
        assertThat(answer.changes(advice, candidates))
                .extracting(Change::conditions, Change::kind)
                .as("too large for it is an answer")
                .containsExactly(tuple(TARGET.tenTimesAsLarge().orElseThrow(), Change.Kind.TAKES_OVER));
    }

    @Test
    void demandsAndLimitsHoldForRecordsToo() {
        Target larger = TARGET.tenTimesAsLarge().orElseThrow();
        Candidates candidates = answer("cheap", "small").candidates(larger, Set.of(Demand.NO_SPIN));

        assertThat(candidates.transports()).containsExactly(CHEAP);
        assertThat(candidates.exclusions())
                .extracting(Exclusion::text)
                .containsExactly("small: carries at most 2000 bytes on this machine; raise it");
    }

    @Test
    void whatIsMissingIsNamed() {
        Target other = new Target(64, 50_000, 1);

        assertThat(answer("cheap").lack(other))
                .hasValue("has no load of 64 bytes at 50000 messages a second; it has 800 bytes at 50000, 800 bytes at"
                        + " 100000, 8000 bytes at 50000");
        assertThat(new RecordedAnswer(RUN, Set.of("cheap", "tcp"), List.of("tcp")).lack(TARGET))
                .hasValue("has no load of tcp at this size and rate");
        RunResult streams = run(SampleCells.result(SampleCells.cell("a", 64), 1));
        assertThat(new RecordedAnswer(streams, Set.of("a"), List.of()).lack(other))
                .hasValueSatisfying(lack -> assertThat(lack).endsWith("; it has none at all"));
    }

    @Test
    void figuresOfAnotherNumberOfClientsAreNoAnswer() {
        Transport shared = ListedTransport.shared("shared");
        CellResult pair = result(shared, 800, 50_000, 100, 2);
        Cell four = SampleCells.withClients(pair.cell(), Clients.of(4));
        CellResult crowd = new CellResult(four, 3, List.of());
        Target ofFour = new Target(800, 50_000, TARGET.p99Nanos(), 4);
        RecordedAnswer both = new RecordedAnswer(run(pair, crowd), Set.of("shared"), List.of());
        RecordedAnswer pairOnly = new RecordedAnswer(run(pair), Set.of("shared"), List.of());

        assertThat(new RunTrials(run(pair, crowd)).cellsAt(ofFour)).containsExactly(crowd);
        assertThat(new RunTrials(run(pair, crowd)).cellsAt(TARGET)).containsExactly(pair);
        assertThat(new RunTrials(run(pair, crowd)).of(ofFour))
                .extracting(Trial::candidate)
                .containsExactly("shared");
        assertThat(both.lack(ofFour)).isEmpty();
        assertThat(pairOnly.lack(ofFour))
                .hasValue(
                        "has no load of 800 bytes at 50000 messages a second of 4 clients; it has 800 bytes at 50000");
        assertThat(both.lack(new Target(64, 50_000, 1)))
                .hasValueSatisfying(lack ->
                        assertThat(lack).endsWith("it has 800 bytes at 50000, 800 bytes at 50000 of 4 clients"));
    }

    @Test
    void methodCallOfTheRunIsToldBesideTheRecommendation() {
        Transport alone = ListedTransport.inProcess("alone");
        RunResult both = run(result(CHEAP, 800, 50_000, 100, 2), result(alone, 800, 50_000, 20, 1));
        RecordedAnswer answer = new RecordedAnswer(both, Set.of("cheap", "alone"), List.of());
        Advice advice = answer.advice(TARGET, answer.candidates(TARGET, Set.of()));

        assertThat(answer.beside(advice).within()).map(CallWithin::candidate).contains("cheap");
        assertThat(answer("cheap").beside(advice).within()).as("not measured").isEmpty();
    }

    @Test
    void figuresOfAnotherShapeAreNoAnswer() {
        Shape shape = Shape.of(800).answeredBy(20_480).worked(new Work(Work.Kind.BUSY, 100_000));
        Load load = (Load) cell(CHEAP, 800, 50_000).workload();
        CellResult messages = result(CHEAP, 800, 50_000, 100, 2);
        CellResult calls = new CellResult(Cell.of(CHEAP, load.of(shape)), 3, List.of());

        RunTrials both = new RunTrials(run(messages, calls));

        assertThat(both.cellsAt(TARGET)).containsExactly(messages);
        assertThat(both.cellsAt(TARGET.of(shape))).containsExactly(calls);
        assertThat(both.of(TARGET.of(shape))).extracting(Trial::candidate).containsExactly("cheap");
        assertThat(new RecordedAnswer(run(messages, calls), Set.of("cheap"), List.of())
                        .lack(TARGET.of(Shape.of(800).answeredBy(4))))
                .hasValue(
                        "has no load of 800 bytes with answers of 4 bytes at 50000 calls a second; it has 800 bytes at"
                                + " 50000, 800 bytes with answers of 20480 bytes after 100 us of work at 50000");
    }

    @Test
    void figuresOfOtherSizesWithTheSameMeanAreNoAnswer() {
        Shape mixed = Shape.of(new SizeMix.Weighted(
                "mix:calls", List.of(new SizeMix.Weighted.Part(700, 1), new SizeMix.Weighted.Part(900, 1))));
        Shape spread = Shape.of(new SizeMix.Lognormal(600, 1));
        Load load = (Load) cell(CHEAP, 800, 50_000).workload();
        CellResult plain = result(CHEAP, 800, 50_000, 100, 2);
        CellResult calls = new CellResult(Cell.of(CHEAP, load.of(mixed)), 3, List.of());
        Target target = TARGET.of(mixed);

        RunTrials both = new RunTrials(run(plain, calls));

        assertThat(mixed.requestBytes()).isEqualTo(800);
        assertThat(both.cellsAt(target)).containsExactly(calls);
        assertThat(both.cellsAt(TARGET)).containsExactly(plain);
        assertThat(both.of(target)).extracting(Trial::candidate).containsExactly("cheap");
        assertThat(target.tenTimesAsLarge()).as("a mix is what it is").isEmpty();
        assertThat(target.twiceAsOften().orElseThrow().mix()).isPresent();
        assertThat(new RecordedAnswer(run(plain, calls), Set.of("cheap"), List.of())
                        .lack(new Target(spread.requestBytes(), 50_000, 1).of(spread.answeredBy(64))))
                .hasValue("has no load of lognormal:600,1 with answers of 64 bytes at 50000 calls a second; it has 800"
                        + " bytes at 50000, mix:calls with answers of the same sizes at 50000");
    }

    /** The target says how many calls may be under way. */
    @Test
    void candidatesForCallsUnderWayHaveTheirPlainNames() {
        Shape shape = Shape.of(800).inFlight(8);
        Load load = (Load) cell(CHEAP, 800, 50_000).workload();
        CellResult calls = new CellResult(Cell.of(CHEAP, load.of(shape)), 3, List.of());

        assertThat(new RunTrials(run(calls)).of(TARGET.of(shape)))
                .extracting(Trial::candidate)
                .containsExactly("cheap");
    }

    @Test
    void clocksThatAreNotOneAreNamedAsTheCause() {
        RunTrials trials = new RunTrials(run(
                result(CHEAP, 800, 50_000, 100, 2, 100_500),
                result(FAST, 800, 50_000, 20, 8, 9_999),
                result(SMALL, 800, 50_000, 150, 1, MeasurementConditions.NO_BOUND)));

        assertThat(trials.of(TARGET))
                .extracting(Trial::candidate, Trial::hasTwoClocks)
                .containsExactly(tuple("cheap", true), tuple("fast", true), tuple("small", false));
    }

    @Test
    void candidatesOfSeveralPlacementsAreToldApart() {
        Cell usual = cell(CHEAP, 800, 50_000);
        CellResult here = result(CHEAP, 800, 50_000, 100, 2);
        CellResult there = new CellResult(
                SampleCells.withPlacement(usual, new Placement("there", Optional.empty(), Optional.empty(), "")),
                3,
                List.of());

        RunTrials trials = new RunTrials(run(here, there));

        assertThat(trials.of(TARGET)).extracting(Trial::candidate).containsExactly("cheap unpinned", "cheap there");
    }
}
