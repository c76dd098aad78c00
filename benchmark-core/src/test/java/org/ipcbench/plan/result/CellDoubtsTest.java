package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.junit.jupiter.api.Test;

class CellDoubtsTest {
    private static final int PER_SECOND = 10_000;
    private static final long LATENCY_NANOS = 10_000;

    @Test
    void lateSenderHasThePercentileThatDecides() {
        assertThat(lateSender(Pacing.SLEEP, Distance.SAME_CPU).statement())
                .isEqualTo("the sender was late itself: p99.9 6.8 us, 68 % of the latencies' p99.9");
    }

    @Test
    void lateSenderIsNotAdvisedToDoWhatItDoes() {
        assertThat(lateSender(Pacing.SLEEP, Distance.SAME_CPU).advice())
                .isEqualTo("use --pacing spin and a CPU of its own for the client (--placement split-cpu)");
        assertThat(lateSender(Pacing.SPIN, Distance.SAME_CPU).advice())
                .isEqualTo("give the client a CPU of its own (--placement split-cpu)");
        assertThat(lateSender(Pacing.SLEEP, Distance.SAME_CACHE).advice()).isEqualTo("use --pacing spin");
        assertThat(lateSender(Pacing.SPIN, Distance.SAME_CACHE).advice()).isEmpty();
    }

    private static Reason lateSender(Pacing pacing, Distance distance) {
        Cell cell = SampleLoads.cell("here", PER_SECOND, pacing, Placement.UNPINNED);
        List<IterationResult> iterations = SampleLoads.iterations(cell, 1, LATENCY_NANOS).stream()
                .map(result -> SampleCells.measured(
                        cell,
                        result.turn().iteration(),
                        late(result.measurement().orElseThrow(), distance)))
                .toList();
        return new CellResult(cell, iterations.size(), iterations)
                .verdict().reasons().stream()
                        .filter(reason -> reason.kind() == Reason.Kind.LATE_SENDER)
                        .findFirst()
                        .orElseThrow();
    }

    private static Measurement late(Measurement punctual, Distance distance) {
        OfferedLoad offer = Objects.requireNonNull(punctual.offer());
        return punctual.draft()
                .offering(new OfferedLoad(
                        offer.messages(),
                        offer.notSent(),
                        offer.scheduleNanos(),
                        offer.waitCpuNanos(),
                        new Lateness(50, 80, 6_800, 7_000)))
                .proximity(new Proximity(Map.of(distance, 1.0)))
                .measurement();
    }

    /** A wait for slow subscribers is what was asked; a publisher that may lose their messages does not wait for them. */
    @Test
    void standstillIsNoneWhereAPublisherWaitsForSlowSubscribers() {
        long longNanos = 100_000_000;

        assertThat(standsStill(Policy.BLOCK, new Publish.Slow(1, 1), longNanos, 0))
                .isFalse();
        assertThat(standsStill(Policy.BLOCK, new Publish.Slow(1, 1), longNanos / 10, 0))
                .isTrue();
        assertThat(standsStill(Policy.BLOCK, Publish.Slow.NONE, longNanos, 0)).isTrue();
        assertThat(standsStill(Policy.DROP_OLDEST, new Publish.Slow(1, 1), longNanos, 0))
                .isTrue();
    }

    /** The thread that only looks at the clock has stood still, too. */
    @Test
    void standstillOfTheMachineIsSeenWhereAPublisherWaitsForSlowSubscribers() {
        long longNanos = 100_000_000;

        assertThat(standsStill(Policy.BLOCK, new Publish.Slow(1, 1), longNanos, longNanos))
                .isTrue();
        assertThat(standsStill(Policy.BLOCK, new Publish.Slow(1, 1), longNanos, longNanos / 10))
                .isFalse();
    }

    private static boolean standsStill(Policy policy, Publish.Slow slow, long longestNanos, long gapNanos) {
        Cell cell = SampleCells.cellOf(new Publish(
                new Extent.Period(1_000_000_000), 64, Payload.TOUCHED, 2_000, 4, slow, WhenFull.of(policy)));
        Measurement slowed =
                new Occasion().latencyKind(LatencyKind.PUBLISHED).part(3, 10).measurement();
        MeasurementConditions seen = slowed.clientConditions();
        Measurement measurement = slowed.draft()
                .conditions(
                        new MeasurementConditions(
                                seen.warmUp(),
                                seen.marks(),
                                seen.machine(),
                                seen.clockBoundNanos(),
                                0,
                                new Gaps(gapNanos, 1),
                                seen.scheduling(),
                                seen.stalls()),
                        slowed.serverConditions())
                .subscribed(new FanOutResult("in turn", 1, 1_000_000_000, longestNanos, null, null, null, 0, 0))
                .measurement();
        return new CellResult(cell, 1, List.of(SampleCells.measured(cell, 1, measurement)))
                .verdict().reasons().stream().anyMatch(reason -> reason.kind() == Reason.Kind.STALL);
    }
}
