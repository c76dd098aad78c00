package org.ipcbench.analysis.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Doubts.ResolutionRule;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Measurements that provoke each doubt, and some that just do not. */
final class DoubtsTest {
    private static final int COUNT = 3;
    private static final long MILLI = 1_000_000;

    /** Each is said of three iterations of half a second. */
    static Stream<Arguments> occasions() {
        return Stream.of(
                occasion(
                        Kind.STALL,
                        "a part of an iteration took 200 ms longer than usual, which costs up to 29 %",
                        each -> each.part(7, 1 + 6.4)),
                occasion(
                        Kind.STALL,
                        "a peer exchanged nothing for 30 ms, which costs up to 6 %",
                        each -> each.serverGaps(new Gaps(30 * MILLI, 500))),
                occasion(
                        Kind.WARM_UP,
                        "at the start messages take 1.50 times as long as later, which costs up to 6 %",
                        each -> each.part(0, 1.5).part(1, 1.5)),
                occasion(
                        Kind.WARM_UP,
                        "at the start messages take 0.50 times as long as later, which costs up to 6 %",
                        each -> each.part(0, 0.5).part(1, 0.5)),
                occasion(
                        Kind.WARM_UP,
                        "in the second half messages take 1.20 times as long as in the first, which costs up to 17 %",
                        DoubtsTest::slowerSecondHalf),
                occasion(
                        Kind.WARM_UP,
                        "3 of 3 warm-ups ran into their limit",
                        each -> each.warmUp(true, false).cost(cost(0, new JvmWork(0, 0, 80 * MILLI)))),
                occasion(
                        Kind.WARM_UP,
                        "3 of 3 warm-ups ran into their limit",
                        each -> each.warmUp(false, false).part(0, 1.5).part(1, 1.5)),
                occasion(
                        Kind.WARM_UP,
                        "the compiler of a JVM was at work for 16 % of the measured part, which may cost up to 16 %",
                        each -> each.cost(cost(0, new JvmWork(0, 0, 80 * MILLI)))),
                occasion(
                        Kind.COLLECTION,
                        "garbage collections of a JVM took 20 % of the measured part, which may cost up to 20 %",
                        each -> each.cost(cost(0, new JvmWork(9, 100 * MILLI, 0)))),
                occasion(
                        Kind.STEAL,
                        "the hypervisor took 10 % of a CPU away, which may cost up to 10 %",
                        each -> each.machine(new MachineLoad(2, 0, 50 * MILLI, 0))),
                occasion(
                        Kind.THROTTLED,
                        "the control group's CPU limit stopped the run for 20 % of the time, which may cost up to 20 %",
                        each -> each.machine(new MachineLoad(2, 0, 0, 100 * MILLI))),
                occasion(
                        Kind.OTHER_LOAD,
                        "other processes used 30 % of the CPUs that the peers may use, which may slow the peers by an unknown"
                                + " amount",
                        each -> each.machine(new MachineLoad(2, 900 * MILLI, 0, 0))
                                .cost(cost(300 * MILLI, JvmWork.NONE))),
                occasion(
                        Kind.OTHER_LOAD,
                        "a peer waited for its CPU for 16 % of the time while others had it, which may cost up to 16 %",
                        each -> each.scheduling(new Scheduling(100 * MILLI, 0))
                                .at(Distance.SAME_CORE)
                                .cost(measured(100 * MILLI, 90 * MILLI))),
                occasion(
                        Kind.MIGRATIONS,
                        "threads went to another CPU 400 times a second, which costs up to 2.0 %",
                        each -> each.scheduling(new Scheduling(0, 100))),
                occasion(Kind.LOST, "20.0 % of the messages got lost", each -> each.losses(new Losses(4_000, 0, 0, 0))),
                occasion(Kind.STRANGERS, "messages of strangers that came in between: 6", each -> each.strangers(2)),
                occasion(Kind.CORRUPT, "damaged messages: 6", each -> each.losses(new Losses(0, 0, 0, 2))),
                occasion(
                        Kind.FEW_SAMPLES,
                        "an iteration has only 19 latencies, too few for percentiles",
                        each -> each.latencies(19, 700)),
                occasion(
                        Kind.COARSE_TIMER,
                        "latencies are as short as the steps of the clock",
                        each -> each.latencies(1000, 0)));
    }

    static Stream<UnaryOperator<Occasion>> harmless() {
        return Stream.of(
                each -> each.part(7, 2.5),
                each -> each.part(0, 1.5).part(2, 1.6),
                each -> each.part(0, 1.2).part(1, 1.2),
                each -> each.warmUp(false, true),
                each -> each.warmUp(true, false),
                each -> each.cost(cost(0, new JvmWork(9, 40 * MILLI, 20 * MILLI))),
                each -> each.machine(
                                new MachineLoad(2, 900 * MILLI, 0, 0, 500 * MILLI)) // interrupts, charged to nobody
                        .cost(cost(300 * MILLI, JvmWork.NONE)),
                each -> each.scheduling(new Scheduling(0, 20)),
                each -> each.scheduling(new Scheduling(90 * MILLI, 0)) // each behind its partner
                        .at(Distance.SAME_CPU)
                        .cost(measured(100 * MILLI, 90 * MILLI)),
                each -> each.scheduling(new Scheduling(60 * MILLI, 0)) // behind the compilers of their JVMs
                        .at(Distance.SAME_CORE)
                        .cost(measured(100 * MILLI, 70 * MILLI)),
                each -> each.machine(new MachineLoad(2, 400 * MILLI, 20 * MILLI, 0))
                        .cost(cost(180 * MILLI, JvmWork.NONE)),
                each -> each.machine(MachineLoad.UNKNOWN).cost(Cost.NONE),
                each -> each.machine(new MachineLoad(2, 0, 0, Count.UNKNOWN)),
                each -> each.machine(
                                new MachineLoad(64, 3_200 * MILLI, 40 * MILLI, 0)) // most of it was taken from others
                        .cost(cost(300 * MILLI, JvmWork.NONE)),
                each -> each.latencyKind(LatencyKind.ONE_WAY).losses(new Losses(100, 0, 0, 0)),
                each -> each.losses(new Losses(10, 5, 5, 0)),
                each -> each.latencies(20, 700),
                each -> each.latencyKind(LatencyKind.BLOCK).latencies(5, 700),
                each -> each.latencyKind(LatencyKind.ONE_WAY)
                        .latencies(1000, 700)
                        .clockBound(0),
                each -> each.latencies(1000, 700).clockBound(800));
    }

    @ParameterizedTest
    @MethodSource("occasions")
    void eachDoubtHasItsOccasion(Kind kind, String statement, UnaryOperator<Occasion> occasion) {
        List<Reason> reasons = Summary.of(three(occasion)).reasons();

        assertThat(reasons)
                .filteredOn(reason -> reason.kind() == kind)
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.observations())
                            .extracting(Statement::text)
                            .contains(statement);
                    assertThat(reason.numbers()).isNotEmpty();
                    assertThat(reason.advice()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @MethodSource("harmless")
    void whatIsUsualIsNotDoubted(UnaryOperator<Occasion> occasion) {
        assertThat(Summary.of(three(occasion)).reasons()).isEmpty();
    }

    /** Whatever the bound: the rate is on one clock, and deserves trust. */
    @ParameterizedTest
    @ValueSource(longs = {MeasurementConditions.NO_BOUND, 1, 800, 300_000_000_000L})
    void latenciesAcrossTwoClocksAreWithheldAndTheRateIsNotDoubted(long boundNanos) {
        Summary summary = Summary.of(three(each ->
                each.latencyKind(LatencyKind.ONE_WAY).latencies(1000, 700).clockBound(boundNanos)));

        assertThat(summary.latencies().areWithheld()).isTrue();
        assertThat(summary.latencies().percentileNanos(50)).isEmpty();
        assertThat(summary.meanLatencyNanos()).isEmpty();
        assertThat(summary.latencies().curve()).isEmpty();
        assertThat(summary.rateInterval()).isPresent();
        assertThat(summary.speed().isKnown()).isTrue();
        assertThat(summary.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.isNote()).isTrue();
            assertThat(reason.text())
                    .isEqualTo("latencies are withheld: the peers' clocks are not proven to be one,"
                            + " use the command latency, which needs one clock only");
        });
    }

    @Test
    void streamThatCarriesNoSendTimesWithholdsNothing() {
        Summary summary = Summary.of(
                three(each -> each.latencyKind(LatencyKind.ONE_WAY).clockBound(MeasurementConditions.NO_BOUND)));

        assertThat(summary.latencies().areWithheld()).isFalse();
        assertThat(summary.reasons()).isEmpty();
    }

    @Test
    void oneStallAmongManyIterationsIsEnough() {
        List<Measurement> iterations = Stream.concat(
                        three(each -> each).stream(),
                        Stream.of(new Occasion().part(15, 7.4).measurement()))
                .toList();

        assertThat(Summary.of(iterations).reasons()).extracting(Reason::kind).contains(Kind.STALL);
    }

    @Test
    void fewerThanThreeIterationsRepeatNothing() {
        Measurement once = new Occasion().measurement();

        assertThat(Summary.of(List.of(once)).reasons())
                .extracting(Reason::text)
                .containsExactly("measured once, use -i 3 or more");
        assertThat(Summary.of(List.of(once, once)).reasons())
                .extracting(Reason::text)
                .containsExactly("measured twice, use -i 3 or more");
    }

    @Test
    void anyShortIterationIsDoubtful() {
        assertThat(doubt(Kind.SHORT, Iteration.of(100, 1), Iteration.of(5, 0.05)))
                .isEqualTo("measured for only 0.050 s, send more");
        assertThat(doubt(Kind.SHORT, Iteration.of(10, ResolutionRule.MIN_SECONDS)))
                .isEmpty();
    }

    @Test
    void timestampsThatCostLessThanTheIntervalLeavesOpenAreANote() {
        // 60 ns in every message of 4 µs, and of 6 µs, which is just allowed
        Measurement costly = Iteration.of(250_000, 1);
        assertThat(reason(Kind.TIMESTAMPS, costly, Iteration.of(249_000, 1)))
                .satisfies(
                        reason -> assertThat(reason.text())
                                .isEqualTo(
                                        "reading the clock costs up to 1.5 %, use a longer --warmup, after which fewer messages are timed"))
                .matches(Reason::isNote);
        assertThat(reason(Kind.TIMESTAMPS, costly, Iteration.of(240_000, 1), Iteration.of(230_000, 1)))
                .matches(Reason::isNote);
        assertThat(doubt(Kind.TIMESTAMPS, Iteration.of(100_000, 0.6))).isEmpty();
    }

    @Test
    void timestampsThatCostMoreThanTheIntervalLeavesOpenAreDoubtful() {
        Measurement costly = Iteration.of(250_000, 1);

        assertThat(reason(Kind.TIMESTAMPS, costly, Iteration.of(249_900, 1), Iteration.of(249_800, 1)))
                .matches(reason -> !reason.isNote());
    }

    @Test
    void lossOfAStreamIsANoteBecauseItsRateCountsWhatArrived() {
        Losses losses = new Losses(4_000, 0, 0, 0);
        Measurement trips = new Occasion().losses(losses).measurement();
        Measurement stream = new Occasion()
                .latencyKind(LatencyKind.ONE_WAY)
                .latencies(1000, 700)
                .losses(losses)
                .measurement();

        assertThat(reason(Kind.LOST, trips, trips, trips)).matches(reason -> !reason.isNote());
        assertThat(reason(Kind.LOST, stream, stream, stream)).matches(Reason::isNote);
    }

    @Test
    void migrationsWhoseCostTheIntervalHidesAreANote() {
        Measurement moving = new Occasion().scheduling(new Scheduling(0, 100)).measurement();
        Measurement slower =
                new Occasion().scheduling(new Scheduling(0, 100)).rate(0.9).measurement();

        assertThat(reason(Kind.MIGRATIONS, moving, moving, moving)).matches(reason -> !reason.isNote());
        assertThat(reason(Kind.MIGRATIONS, moving, slower, moving)).matches(Reason::isNote);
    }

    /** If messages scatter while the compilers rest, the warm-up ends before its limit. */
    @Test
    void aWarmUpThatEndsBecauseMessagesScatterIsNotAtItsLimit() {
        assertThat(Summary.of(three(
                                each -> each.warmUp(false, true).part(0, 1.5).part(1, 1.5)))
                        .reasons())
                .singleElement()
                .satisfies(reason -> assertThat(reason.observations()).hasSize(1));
    }

    /** Compilers at work, a slow start and a warm-up at its limit have one cause and one remedy. */
    @Test
    void aWarmUpThatWasTooShortIsOneDoubtWithItsEvidence() {
        assertThat(Summary.of(three(each -> each.warmUp(true, false)
                                .part(0, 1.5)
                                .part(1, 1.5)
                                .cost(cost(0, new JvmWork(0, 0, 80 * MILLI)))))
                        .reasons())
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.kind()).isEqualTo(Kind.WARM_UP);
                    assertThat(reason.text())
                            .isEqualTo("at the start messages take 1.50 times as long as later, which costs up to 6 %;"
                                    + " 3 of 3 warm-ups ran into their limit;"
                                    + " the compiler of a JVM was at work for 15 % of the measured part,"
                                    + " which may cost up to 15 %, use a longer --warmup");
                    assertThat(reason.numbers()).containsOnlyKeys("startOverRest", "warmUps", "mean");
                });
    }

    @Test
    void whatAStandstillCostsLatenciesAtAGivenRateIsUnknown() {
        assertThat(Summary.of(three(each -> each.latencyKind(LatencyKind.INTENDED_ROUND_TRIP)
                                .cost(cost(0, new JvmWork(9, 100 * MILLI, 0)))))
                        .reasons())
                .extracting(Reason::text)
                .containsExactly("garbage collections of a JVM took 20 % of the measured part,"
                        + " which may delay messages by an unknown amount, try a larger heap: --jvm-args -Xmx1g");
    }

    @Test
    void rateThatIsNotReachedIsOneOfCallsOrMessages() {
        assertThat(doubt(Kind.NOT_REACHED, offered(LatencyKind.INTENDED_ROUND_TRIP, 0)))
                .isEqualTo("1790 of 2000 calls/s were answered, use a lower --rate");
        assertThat(doubt(Kind.NOT_REACHED, offered(LatencyKind.INTENDED_ONE_WAY, 100)))
                .isEqualTo("1790 of 2000 messages/s arrived, 5.0 % were never sent, use a lower --rate");
    }

    private static Measurement offered(LatencyKind latencyKind, long notSent) {
        return MadeUpMeasurement.of(64, 1_790)
                .latencyKind(latencyKind)
                .offering(new OfferedLoad(2_000, notSent, 1_000 * MILLI, 0, new Lateness(50, 80, 90, 100)))
                .measurement();
    }

    @Test
    void iterationsFarApartMakeTheFigureWideAndNotSuspect() {
        Measurement usual = Iteration.of(1000, 1);

        assertThat(reason(Kind.WIDE, usual, Iteration.of(800, 1), Iteration.of(1100, 1)))
                .satisfies(reason -> {
                    assertThat(reason.text())
                            .isEqualTo("the mean rate is uncertain by ± 39 %, use more iterations (-i)");
                    assertThat(reason.level()).isEqualTo(Verdict.Level.WIDE);
                });
        assertThat(doubt(Kind.WIDE, usual, Iteration.of(990, 1), Iteration.of(1010, 1)))
                .isEmpty();
        assertThat(doubt(Kind.WIDE, usual, Iteration.of(300, 1))).isEmpty();
    }

    @Test
    void aPercentileKnownToAFactorOfTwoOrWorseMakesTheFigureWide() {
        assertThat(doubt(Kind.WIDE, latencies(700), latencies(1400), latencies(900)))
                .startsWith(
                        "the interval of p50 spans a factor of 5.7; the interval of p99 spans a factor of 5.7, use");
        assertThat(doubt(Kind.WIDE, latencies(700), latencies(70_000), latencies(900)))
                .startsWith("p50 is unknown: its interval spans more than a factor of 100; p99 is unknown");
        assertThat(doubt(Kind.WIDE, latencies(700), latencies(720), latencies(740)))
                .isEmpty();
    }

    @Test
    void wideP99OfAStreamIsANoteBecauseTheRateIsWhatIsAsked() {
        assertThat(reason(Kind.WIDE, stream(1, 700), stream(1, 1400), stream(1, 900)))
                .satisfies(reason -> assertThat(reason.text())
                        .startsWith("the interval of p50 spans a factor of 5.7; the interval of p99 spans"))
                .matches(Reason::isNote);
        assertThat(reason(Kind.WIDE, stream(1, 700), stream(0.8, 1400), stream(1.1, 900)))
                .as("the rate is wide, too")
                .satisfies(reason -> assertThat(reason.level()).isEqualTo(Verdict.Level.WIDE));
        assertThat(doubt(Kind.WIDE, stream(1, 700), stream(1, 720), stream(1, 740)))
                .isEmpty();
    }

    private static Measurement stream(double rate, long nanos) {
        return new Occasion()
                .latencyKind(LatencyKind.ONE_WAY)
                .rate(rate)
                .latencies(1000, nanos)
                .measurement();
    }

    private static Measurement latencies(long nanos) {
        return new Occasion().latencies(1000, nanos).measurement();
    }

    private static Reason reason(Kind kind, Measurement... iterations) {
        return Summary.of(List.of(iterations)).reasons().stream()
                .filter(reason -> reason.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void doubtsHaveDotDecimalsEverywhere() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(doubt(Kind.SHORT, Iteration.of(5, 0.05))).contains("0.050 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Arguments occasion(Kind kind, String statement, UnaryOperator<Occasion> occasion) {
        return Arguments.of(kind, statement, occasion);
    }

    private static Cost cost(long cpuNanos, JvmWork jvm) {
        return new Cost(cpuNanos, 0, 0, 0, 0, KernelCounts.UNKNOWN, jvm);
    }

    private static Cost measured(long cpuNanos, long measuringNanos) {
        return new Cost(cpuNanos, measuringNanos, 0, 0, 0, KernelCounts.UNKNOWN, JvmWork.NONE);
    }

    private static Occasion slowerSecondHalf(Occasion occasion) {
        IntStream.range(Occasion.PARTS / 2 + 1, Occasion.PARTS).forEach(part -> occasion.part(part, 1.2));
        return occasion;
    }

    private static List<Measurement> three(UnaryOperator<Occasion> occasion) {
        return IntStream.range(0, COUNT)
                .mapToObj(i -> occasion.apply(new Occasion()).measurement())
                .toList();
    }

    /** The reason of this kind in words, empty where there is none. */
    private static String doubt(Kind kind, Measurement... iterations) {
        return Summary.of(List.of(iterations)).reasons().stream()
                .filter(reason -> reason.kind() == kind)
                .map(Reason::text)
                .findFirst()
                .orElse("");
    }
}
