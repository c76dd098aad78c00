package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.LatencyBound.Answer;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.workload.shape.Shape;
import org.junit.jupiter.api.Test;

class AdviceTest {
    @Test
    void cheapestOfThoseThatReachTheTargetIsRecommended() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("fast", 20, 40),
                        MadeUpTrial.of("cheap", 100, 4),
                        MadeUpTrial.of("cheapest", 300, 2)));

        assertThat(advice.recommended()).map(Judgement::candidate).hasValue("cheap");
        assertThat(advice.ranked())
                .extracting(Judgement::candidate, Judgement::answer)
                .containsExactly(
                        tuple("cheap", Answer.MEETS), tuple("fast", Answer.MEETS), tuple("cheapest", Answer.MISSES));
    }

    @Test
    void ofEquallyCheapOnesTheGreaterMarginComesFirst() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("cheap", 150, 4.0),
                        MadeUpTrial.of("hardly-dearer", 50, 4.3),
                        MadeUpTrial.of("dearer", 10, 4.6)));

        assertThat(advice.ranked())
                .extracting(Judgement::candidate)
                .containsExactly("hardly-dearer", "cheap", "dearer");
    }

    @Test
    void choicesAreAllThatCostTheSameAndHaveEnoughIterations() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("fast", 50, 4.3),
                        MadeUpTrial.of("cheap", 150, 4.0),
                        MadeUpTrial.unrepeated("new", 20, 4.1),
                        MadeUpTrial.of("dearer", 10, 4.6)));

        assertThat(advice.choices()).extracting(Judgement::candidate).containsExactly("fast", "cheap");
        assertThat(advice.next()).map(Judgement::candidate).hasValue("new");
        assertThat(advice.precedence()).hasValue(Advice.Precedence.MORE_ITERATIONS);
        assertThat(advice.byTail()).extracting(Judgement::candidate).containsExactly("dearer", "fast", "cheap");
        assertThat(Advice.of(TARGET, List.of()).choices()).isEmpty();
    }

    @Test
    void latencyWhoseIntervalHoldsTheLimitIsTooCloseToTell() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("below", 170, 5),
                        MadeUpTrial.of("about", 190, 1),
                        MadeUpTrial.of("just-above", 215, 1),
                        MadeUpTrial.of("above", 230, 1)));

        assertThat(advice.ranked())
                .extracting(Judgement::candidate, Judgement::answer)
                .containsExactly(
                        tuple("below", Answer.MEETS),
                        tuple("about", Answer.TOO_CLOSE),
                        tuple("just-above", Answer.TOO_CLOSE),
                        tuple("above", Answer.MISSES));
    }

    @Test
    void costDecidesAmongThoseThatFitPlainlyAndThoseThatFitButForTheMachinesStalls() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.stalled("own-tail", 400, 1.2, 1),
                        MadeUpTrial.stalled("unclear", 400, 1, 1),
                        MadeUpTrial.stalled("cheapest", 400, 0.8, 1),
                        MadeUpTrial.stalled("dearer", 200, 0.2, 2),
                        MadeUpTrial.stalled("plain", 100, 0.2, 8)));

        assertThat(advice.ranked())
                .extracting(Judgement::candidate, Judgement::answer)
                .containsExactly(
                        tuple("cheapest", Answer.MEETS_BUT_FOR_STALLS),
                        tuple("dearer", Answer.MEETS_BUT_FOR_STALLS),
                        tuple("plain", Answer.MEETS),
                        tuple("unclear", Answer.TOO_CLOSE),
                        tuple("own-tail", Answer.MISSES));
        assertThat(advice.meeting()).hasSize(3);
        assertThat(advice.couldRecommend("cheapest")).isTrue();
        assertThat(advice.couldRecommend("plain")).isFalse();
    }

    @Test
    void candidateThatFitsButForTheMachinesStallsIsRecommendedIfNoneFitsPlainly() {
        Advice advice =
                Advice.of(TARGET, List.of(MadeUpTrial.stalled("stalled", 400, 0.5, 3), MadeUpTrial.of("late", 250, 1)));

        assertThat(advice.recommended()).map(Judgement::candidate).hasValue("stalled");
        assertThat(Change.of("stalled", advice).kind()).isEqualTo(Change.Kind.STAYS);
    }

    @Test
    void stallsThatExplainMoreThanWasMeasuredExplainNothing() {
        assertThat(TARGET.judge(MadeUpTrial.stalled("a", 190, -0.2, 1)).answer())
                .isEqualTo(Answer.TOO_CLOSE);
        assertThat(TARGET.judge(MadeUpTrial.stalled("a", 190, 0, 1)).answer()).isEqualTo(Answer.MEETS_BUT_FOR_STALLS);
    }

    @Test
    void withoutAnIntervalOnlyAFactorOfTwoTells() {
        assertThat(TARGET.judge(MadeUpTrial.unrepeated("a", 99, 1)).answer()).isEqualTo(Answer.MEETS);
        assertThat(TARGET.judge(MadeUpTrial.unrepeated("a", 101, 1)).answer()).isEqualTo(Answer.TOO_CLOSE);
        assertThat(TARGET.judge(MadeUpTrial.unrepeated("a", 399, 1)).answer()).isEqualTo(Answer.TOO_CLOSE);
        assertThat(TARGET.judge(MadeUpTrial.unrepeated("a", 401, 1)).answer()).isEqualTo(Answer.MISSES);
    }

    @Test
    void rateIsReachedFromNinetyNinePercentOn() {
        assertThat(TARGET.judge(MadeUpTrial.slow("a", 49_499)).answer()).isEqualTo(Answer.NOT_REACHED);
        assertThat(TARGET.judge(MadeUpTrial.slow("a", 49_501)).answer()).isEqualTo(Answer.MISSES);
    }

    @Test
    void candidateWithoutAPercentileIsNeverRecommended() {
        Trial few = Trial.of(
                "few",
                "few",
                MadeUpTrial.figures(
                        OptionalDouble.of(1),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        0,
                        50_000,
                        50_000,
                        1,
                        5,
                        Verdict.Level.SUSPECT));

        Advice advice = Advice.of(TARGET, List.of(few, Trial.without("failed", "failed", "died")));

        assertThat(advice.recommended()).isEmpty();
        assertThat(advice.finalists()).isEmpty();
        assertThat(advice.ranked()).extracting(Judgement::answer).containsOnly(Answer.NO_FIGURE);
    }

    @Test
    void nextAndFastestAreMeasuredBesideTheRecommendedOne() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("d", 90, 40),
                        MadeUpTrial.of("a", 100, 1),
                        MadeUpTrial.of("fastest", 9, 30),
                        MadeUpTrial.of("b", 100, 2),
                        MadeUpTrial.of("c", 100, 3),
                        MadeUpTrial.slow("e", 5)));

        assertThat(advice.finalists()).extracting(Judgement::candidate).containsExactly("a", "b", "fastest");
        assertThat(Advice.of(TARGET, List.of(MadeUpTrial.of("a", 100, 1))).finalists())
                .extracting(Judgement::candidate)
                .containsExactly("a");
    }

    @Test
    void answerStaysWhereTheRecommendedOneIsAsCheapAsTheFirst() {
        Advice elsewhere = Advice.of(TARGET, List.of(MadeUpTrial.of("a", 150, 4.2), MadeUpTrial.of("b", 20, 4)));

        assertThat(Change.of("a", elsewhere).kind()).isEqualTo(Change.Kind.STAYS);
    }

    @Test
    void cheaperOneAndTheOnlyOneTakeOver() {
        Advice cheaper = Advice.of(TARGET, List.of(MadeUpTrial.of("a", 20, 6), MadeUpTrial.of("b", 150, 4)));
        Advice only = Advice.of(TARGET, List.of(MadeUpTrial.of("a", 900, 1), MadeUpTrial.of("b", 150, 40)));

        assertThat(List.of(Change.of("a", cheaper), Change.of("a", only))).allSatisfy(change -> {
            assertThat(change.kind()).isEqualTo(Change.Kind.TAKES_OVER);
            assertThat(change.successor()).map(Judgement::candidate).hasValue("b");
        });
    }

    @Test
    void whereNobodyReachesTheTargetNobodyTakesOver() {
        Advice nobody = Advice.of(TARGET, List.of(MadeUpTrial.of("a", 900, 1), MadeUpTrial.of("b", 200, 1)));

        assertThat(Change.of("a", nobody).kind()).isEqualTo(Change.Kind.NOBODY);
        assertThat(Change.of("b", nobody).kind()).isEqualTo(Change.Kind.TOO_CLOSE);
        assertThat(Change.of("a", nobody).missing()).containsExactly("a");
    }

    /** A few iterations have raised it, and the share of late messages is certainly small. */
    @Test
    void percentileAboveTheLimitIsNeverSaidToBeBelow() {
        Trial raised = MadeUpTrial.later(MadeUpTrial.of("a", 250, 1), 0, 0.005);
        Trial below = MadeUpTrial.later(MadeUpTrial.of("a", 150, 1), 0, 0.005);

        assertThat(TARGET.judge(raised).answer()).isEqualTo(Answer.TOO_CLOSE);
        assertThat(TARGET.judge(below).answer()).isEqualTo(Answer.MEETS);
    }

    @Test
    void failedMeasurementIsNoMiss() {
        Advice failed =
                Advice.of(TARGET, List.of(Trial.without("a", "a", "the server died"), MadeUpTrial.of("b", 900, 1)));

        assertThat(Change.of("a", failed)).satisfies(change -> {
            assertThat(change.kind()).isEqualTo(Change.Kind.OPEN);
            assertThat(change.isContradiction()).isFalse();
        });
    }

    @Test
    void singleStallOfAnIterationIsNoMiss() {
        LatencyBound bound = TARGET.bound();
        OptionalDouble p99 = OptionalDouble.of(2e6);

        assertThat(bound.judge(
                        true, p99, Optional.of(new LateShare(0.05, Optional.empty(), 0, Optional.empty(), List.of()))))
                .isEqualTo(Answer.TOO_CLOSE);
        assertThat(bound.judge(
                        true, p99, Optional.of(new LateShare(0.5, Optional.empty(), 0, Optional.empty(), List.of()))))
                .isEqualTo(Answer.MISSES);
        assertThat(bound.judge(
                        true,
                        p99,
                        Optional.of(new LateShare(0.42, Optional.empty(), 0.03, Optional.empty(), List.of()))))
                .as("less the machine's stalls")
                .isEqualTo(Answer.TOO_CLOSE);
    }

    /** Five iterations with 3 % late ones on average: in two of them hardly any, as stalls come and go. */
    @Test
    void whatIsLateInBurstsIsTheMachines() {
        LatencyBound bound = TARGET.bound();
        LateShare bursts = late(0.01, 0.001, 0.002, 0.05, 0.06, 0.037);

        assertThat(bound.judge(true, OptionalDouble.of(2e6), Optional.of(bursts)))
                .isEqualTo(Answer.MEETS_BUT_FOR_STALLS);
        assertThat(bound.judge(true, OptionalDouble.of(2e6), Optional.of(late(0.01, 0.001, 0.02, 0.05, 0.06, 0.037))))
                .as("one quiet iteration may be chance")
                .isEqualTo(Answer.TOO_CLOSE);
        assertThat(bound.judge(true, OptionalDouble.of(2e6), Optional.of(late(0.01, 0.009, 0.009, 0.05, 0.06, 0.037))))
                .as("a few more messages would have been too many")
                .isEqualTo(Answer.TOO_CLOSE);
        assertThat(bound.judge(true, OptionalDouble.of(2e6), Optional.of(late(0, 0.001, 0.002, 0.05, 0.06, 0.037))))
                .as("this machine does not stall")
                .isEqualTo(Answer.TOO_CLOSE);
    }

    private static LateShare late(double machine, double... ofIterations) {
        return LateShare.of(
                Sample.of(DoubleStream.of(ofIterations)),
                DoubleStream.of(ofIterations)
                        .mapToObj(share -> LateShare.certainly(share, 2000))
                        .toList(),
                false,
                machine,
                machine / 10);
    }

    @Test
    void amongUndecidedOnesTheCheapestWithEnoughIterationsAreTheLikeliest() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.stalled("dear", 400, 1, 3),
                        MadeUpTrial.unrepeated("once", 150, 0.9),
                        MadeUpTrial.stalled("cheap", 400, 1, 1),
                        MadeUpTrial.stalled("as-cheap", 390, 1, 1.05),
                        MadeUpTrial.of("late", 900, 0.5)));

        assertThat(advice.recommended()).isEmpty();
        assertThat(advice.ranked()).extracting(Judgement::candidate).startsWith("as-cheap", "cheap", "dear");
        assertThat(advice.likeliest()).extracting(Judgement::candidate).containsExactlyInAnyOrder("cheap", "as-cheap");
    }

    @Test
    void ofEquallyCheapOnesTheRepeatedOneComesFirst() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.unrepeated("lucky", 10, 4.0),
                        MadeUpTrial.of("leader", 50, 4.2),
                        MadeUpTrial.unrepeated("open", 150, 4.3)));

        assertThat(advice.ranked()).extracting(Judgement::candidate).containsExactly("leader", "lucky", "open");
        assertThat(advice.ranked())
                .extracting(judgement ->
                        judgement.isNotPursuedBehind(advice.ranked().get(0)))
                .containsExactly(false, false, true);
    }

    @Test
    void differenceBelowATwentiethOfTheCallIsNegligible() {
        Trial slow = MadeUpTrial.called("slow", 4, 100_900, 101_000, 101_100);
        Trial fast = MadeUpTrial.called("fast", 5, 99_900, 100_000, 100_100);
        Trial faster = MadeUpTrial.called("faster", 6, 80_000, 80_100, 80_200);
        Trial wide = MadeUpTrial.called("wide", 7, 95_000, 100_000, 105_000);
        Trial once = MadeUpTrial.called("once", 8, 50_000);

        assertThat(difference(slow, fast, once)).satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(CallDifference.Kind.NEGLIGIBLE);
            assertThat(difference.compared()).as("which have an interval").containsExactly("fast", "slow");
            assertThat(difference.callNanos()).isCloseTo(101_000, within(1.0));
            assertThat(difference.workNanos()).isEqualTo(75_000);
        });
        assertThat(difference(slow, fast, faster).kind()).isEqualTo(CallDifference.Kind.CONSIDERABLE);
        assertThat(difference(slow, wide).kind()).isEqualTo(CallDifference.Kind.UNCLEAR);
        assertThat(difference(slow, once).kind()).isEqualTo(CallDifference.Kind.UNKNOWN);
        assertThat(difference(slow, MadeUpTrial.later(faster, 0, 0.02)).kind())
                .as("also with a tail that is too close to its limit to tell")
                .isEqualTo(CallDifference.Kind.CONSIDERABLE);
        assertThat(difference(slow, MadeUpTrial.later(faster, 0.02, 0.03)).kind())
                .isEqualTo(CallDifference.Kind.UNKNOWN);
        assertThat(Advice.of(TARGET, List.of(MadeUpTrial.of("idle", 20, 4))).difference())
                .as("without work")
                .isEmpty();
    }

    private static CallDifference difference(Trial... trials) {
        return Advice.of(TARGET, List.of(trials)).difference().orElseThrow();
    }

    @Test
    void requestsAndAnswersGrowTogether() {
        Target calls = TARGET.of(Shape.of(800).answeredBy(4_000));

        assertThat(calls.tenTimesAsLarge().flatMap(Target::call))
                .hasValue(Shape.of(8_000).answeredBy(40_000));
        assertThat(TARGET.of(Shape.of(800)).tenTimesAsLarge().flatMap(Target::call))
                .hasValue(Shape.of(8_000));
        assertThat(TARGET.of(Shape.of(800).answeredBy(1 << 28)).tenTimesAsLarge())
                .isEmpty();
    }

    @Test
    void otherConditionsStayWithinWhatCanBeAsked() {
        assertThat(TARGET.twiceAsOften()).hasValue(new Target(800, 100_000, 200_000));
        assertThat(TARGET.tenTimesAsLarge()).hasValue(new Target(8000, 50_000, 200_000));
        assertThat(new Target(800, 50_000, 1, 4).twiceAsOften()).hasValue(new Target(800, 100_000, 1, 4));
        assertThat(new Target(1 << 28, 600_000_000, 1)).satisfies(most -> {
            assertThat(most.twiceAsOften()).isEmpty();
            assertThat(most.tenTimesAsLarge()).isEmpty();
        });
    }
}
