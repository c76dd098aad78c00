package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Session.ChannelOptions.Tcp;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often delayed acknowledgements are named, by simulation: some messages wait for one, others for the machine. */
final class DelayedAcknowledgementsTest {
    private static final int TRIALS = 200;
    private static final int CALLS = 2_000;
    private static final long CALL_NANOS = 30_000;
    private static final long TIMER_NANOS = 40_000_000;

    private enum Simulation {
        NONE(Tcp.NAGLE, 0, 0, 0),
        STALLS_OF_50_MS_IN_A_THOUSANDTH(Tcp.NAGLE, 0, 0.001, 0),
        EACH(Tcp.NAGLE, 1, 0, TRIALS),
        ONE_IN_TWENTY(Tcp.NAGLE, 0.05, 0.001, TRIALS),
        SENT_AT_ONCE(Tcp.NODELAY, 0, 0.05, 0),
        ACKNOWLEDGED_AT_ONCE(Tcp.NAGLE_QUICKACK, 0, 0.05, 0),
        SLEEP_OF_50_MS(Tcp.NAGLE, 0, 0, 0, 50_000_000),
        EACH_AFTER_SLEEP_OF_50_MS(Tcp.NAGLE, 1, 0, TRIALS, 50_000_000);

        private final Tcp tcp;
        private final double delayed;
        private final double stalled;
        private final int named;
        private final long sleepNanos;

        Simulation(Tcp tcp, double delayed, double stalled, int named) {
            this(tcp, delayed, stalled, named, 0);
        }

        Simulation(Tcp tcp, double delayed, double stalled, int named, long sleepNanos) {
            this.sleepNanos = sleepNanos;
            this.tcp = tcp;
            this.delayed = delayed;
            this.stalled = stalled;
            this.named = named;
        }

        private Work work() {
            return sleepNanos == 0 ? Work.NONE : new Work(Work.Kind.SLEEP, sleepNanos);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyAcknowledgementsAreNamed(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(7);
        Cell cell = Cell.of(
                ListedTransport.of("post"),
                new PingPong(new Extent.Count(CALLS), Shape.of(64).worked(simulation.work()), Payload.TOUCHED),
                CellSettings.USUAL.with(Dimension.SOCKET, simulation.tcp));
        long named = IntStream.range(0, TRIALS)
                .filter(trial -> isNamed(cell, simulation, random))
                .count();

        assertThat(named).isEqualTo(simulation.named);
    }

    private static boolean isNamed(Cell cell, Simulation simulation, SplittableRandom random) {
        Histogram calls = new Recorder().latencies();
        for (int call = 0; call < CALLS; call++) {
            long acknowledged = random.nextDouble() < simulation.delayed ? TIMER_NANOS - random.nextInt(4_000_000) : 0;
            long stalled = random.nextDouble() < simulation.stalled ? 50_000_000 : 0;
            calls.recordValue(CALL_NANOS + simulation.sleepNanos + acknowledged + stalled);
        }
        CellResult result = new CellResult(
                cell,
                1,
                List.of(SampleCells.measured(
                        cell,
                        1,
                        MadeUpMeasurement.of(64, CALLS)
                                .latencyKind(LatencyKind.ROUND_TRIP)
                                .latencies(calls)
                                .measurement())));
        return result.verdict().notes().stream()
                .anyMatch(reason -> reason.kind() == Reason.Kind.DELAYED_ACKNOWLEDGEMENTS);
    }
}
