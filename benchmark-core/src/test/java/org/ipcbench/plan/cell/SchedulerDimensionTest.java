package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;

final class SchedulerDimensionTest {
    private static final String USUAL_SHARE = "950000";
    private static final String NO_LIMIT = "-1";
    private static final long SECOND = 1_000_000_000;

    private final Transport sleeping = ListedTransport.of("post");
    private final Transport spinning = ListedTransport.spinning("hot");

    @Test
    void realtimeThreadThatSpinsLeavesTheOtherPeerACpu() {
        assertThat(SchedulerDimension.runAway(cell(spinning, 0, 0), USUAL_SHARE)
                        .orElseThrow()
                        .status())
                .isEqualTo(CellStatus.UNSUPPORTED);
        assertThat(SchedulerDimension.runAway(cell(spinning, 0, 1), USUAL_SHARE))
                .isEmpty();
        assertThat(SchedulerDimension.runAway(cell(sleeping, 0, 0), USUAL_SHARE))
                .isEmpty();
    }

    @Test
    void realtimeThreadsThatSpinEachHaveACpu() {
        Cell eight = SampleCells.cell(spinning, 64).with(Dimension.CLIENTS, 4).with(Dimension.SERVING, Serving.THREADS);

        assertThat(SchedulerDimension.runAway(eight, USUAL_SHARE, 7)
                        .orElseThrow()
                        .reason())
                .startsWith("8 threads");
        assertThat(SchedulerDimension.runAway(eight, USUAL_SHARE, 8)).isEmpty();
    }

    /** An ordinary process would have the twentieth part of a CPU that realtime leaves it. */
    @Test
    void realtimeThreadsThatSpinLeaveTheAuxiliaryProcessACpu() {
        Transport driven = new FakeTransport("driven", 1) {
            @Override
            public Traits traits() {
                return Traits.of(WaitStrategy.SPINNING);
            }

            @Override
            public Optional<Auxiliary> auxiliary() {
                return Optional.of(session -> () -> {});
            }
        };

        assertThat(SchedulerDimension.runAway(cell(driven, 0, 1), USUAL_SHARE, 2)
                        .orElseThrow()
                        .reason())
                .startsWith("2 threads that spin in a class for realtime leave no CPU of 2 to the auxiliary process");
        assertThat(SchedulerDimension.runAway(cell(driven, 0, 1), USUAL_SHARE, 3))
                .isEmpty();
        assertThat(SchedulerDimension.runAway(cell(spinning, 0, 1), USUAL_SHARE, 2))
                .isEmpty();
    }

    @Test
    void refusalOfAnOrdinaryClassSpeaksOfTheCommand() {
        assertThat(SchedulerDimension.refusal(Scheduler.parse("batch"), "chrt: not found")
                        .reason())
                .isEqualTo("chrt: not found; it takes the command chrt (util-linux), or omit --scheduler batch");
        assertThat(SchedulerDimension.refusal(Scheduler.parse("rr:7"), "chrt: refused")
                        .reason())
                .contains("CAP_SYS_NICE or ulimit -r 7");
    }

    @Test
    void realtimeThreadThatSpinsNeedsAKernelThatLimitsItsShare() {
        assertThat(SchedulerDimension.runAway(cell(spinning, 0, 1), NO_LIMIT)
                        .orElseThrow()
                        .status())
                .isEqualTo(CellStatus.UNAVAILABLE);
        assertThat(SchedulerDimension.runAway(cell(sleeping, 0, 1), NO_LIMIT)).isEmpty();
    }

    @Test
    void oneProcessAloneIsNotScheduled() {
        Cell cell = Cell.of(
                ListedTransport.inProcess("none"),
                new PingPong(new Extent.Count(1), 64),
                CellSettings.USUAL.with(Dimension.SCHEDULER, Scheduler.parse("fifo:50")));

        assertThat(cell.obstacle().orElseThrow().reason()).endsWith("omit --scheduler");
    }

    @Test
    void realtimeSenderOfALoadSleeps() {
        CellSettings realtime = CellSettings.USUAL.with(Dimension.SCHEDULER, Scheduler.parse("rr:1"));

        assertThat(Cell.of(sleeping, load(Pacing.SPIN), realtime)
                        .obstacle()
                        .orElseThrow()
                        .reason())
                .endsWith("use --pacing sleep");
        assertThat(Cell.of(sleeping, load(Pacing.SLEEP), realtime).obstacle().map(Feasibility.Obstacle::reason))
                .isNotEqualTo(Cell.of(sleeping, load(Pacing.SPIN), realtime)
                        .obstacle()
                        .map(Feasibility.Obstacle::reason));
        assertThat(Cell.of(sleeping, load(Pacing.SPIN)).obstacle()).isEmpty();
    }

    @Test
    void realtimeThreadThatSpinsForLongerThanTheKernelAllowsIsRefusedBefore() {
        CellSettings realtime = CellSettings.USUAL.with(Dimension.SCHEDULER, Scheduler.parse("fifo:50"));
        Workload brief = new PingPong(new Extent.Period(SECOND), 64);
        Workload lasting = new PingPong(new Extent.Period(60 * SECOND), 64);
        Workload many = new PingPong(new Extent.Count(70_000_000), 64);

        assertThat(outlasting(Cell.of(spinning, brief, realtime))).isEmpty();
        assertThat(outlasting(Cell.of(spinning, lasting, realtime)).orElseThrow())
                .satisfies(obstacle -> assertThat(obstacle.status()).isEqualTo(CellStatus.UNSUPPORTED))
                .satisfies(obstacle -> assertThat(obstacle.reason()).contains("--timeout, 60 s", "RLIMIT_RTTIME"));
        assertThat(outlasting(Cell.of(spinning, many, realtime))).isPresent();
        assertThat(outlasting(Cell.of(sleeping, lasting, realtime))).isEmpty();
        assertThat(outlasting(Cell.of(spinning, lasting))).isEmpty();
    }

    private static Load load(Pacing pacing) {
        return new Load(new Extent.Period(SECOND), 64, Payload.TOUCHED, 1_000, new ArrivalPattern.Constant(), pacing);
    }

    private static Optional<Feasibility.Obstacle> outlasting(Cell cell) {
        return SchedulerDimension.outlasting(cell, Duration.ofSeconds(60), SECOND);
    }

    private static Cell cell(Transport transport, int client, int server) {
        Placement placement =
                new Placement("here", Optional.of(Place.onCpu(client)), Optional.of(Place.onCpu(server)), "");
        return SampleCells.cell(transport, 64).with(Dimension.PLACEMENT, placement);
    }
}
