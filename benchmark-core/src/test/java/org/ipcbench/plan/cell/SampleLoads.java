package org.ipcbench.plan.cell;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;

/** Cells of loads and their iterations, whose latencies and shares a test chooses. */
public final class SampleLoads {
    private static final int SIZE_BYTES = 1024;
    private static final int ROUNDS = 3;
    private static final int ARRIVED = 1024;
    private static final long WAIT_NANOS = 300_000_000;

    private SampleLoads() {}

    /** A load of so many messages a second, whose sender sleeps. */
    public static Cell cell(String id, int perSecond) {
        return cell(id, perSecond, Pacing.SLEEP, Placement.UNPINNED);
    }

    /** The same of messages of so many bytes. */
    public static Cell sized(String id, int sizeBytes, int perSecond) {
        return cell(id, sizeBytes, perSecond, Pacing.SLEEP, Placement.UNPINNED);
    }

    public static Cell cell(String id, int perSecond, Pacing pacing, Placement placement) {
        return cell(id, SIZE_BYTES, perSecond, pacing, placement);
    }

    /** The same over this transport. */
    public static Cell over(Transport transport, int perSecond) {
        return cell(transport, SIZE_BYTES, perSecond, Pacing.SLEEP, Placement.UNPINNED);
    }

    private static Cell cell(String id, int sizeBytes, int perSecond, Pacing pacing, Placement placement) {
        return cell(ListedTransport.of(id), sizeBytes, perSecond, pacing, placement);
    }

    private static Cell cell(Transport transport, int sizeBytes, int perSecond, Pacing pacing, Placement placement) {
        return Cell.of(
                transport,
                new Load(
                        new Extent.Period(2_000_000_000L),
                        sizeBytes,
                        Payload.TOUCHED,
                        perSecond,
                        new ArrivalPattern.Poisson(),
                        pacing),
                CellSettings.USUAL.with(Dimension.PLACEMENT, placement));
    }

    /** The cell with another spin, without asking this machine about it. */
    public static Cell spinning(Cell cell, Spin spin) {
        return cell.with(Dimension.SPIN, spin);
    }

    /** Three rounds in which all of the rate arrived with these latencies, each equally often. */
    public static CellResult carried(Cell cell, long... latenciesNanos) {
        return result(cell, 1, latenciesNanos);
    }

    /** A round for each of these numbers of samples, in which all of the rate arrived. */
    public static CellResult sampled(Cell cell, int... samples) {
        double seconds = ARRIVED / perSecond(cell);
        return new CellResult(
                cell,
                samples.length,
                IntStream.range(0, samples.length)
                        .mapToObj(
                                i -> offering(SampleCells.sampled(cell, i + 1, seconds, samples[i]), ARRIVED, seconds))
                        .toList());
    }

    /** Two rounds in which all of the rate arrived with these latencies: too few for an interval. */
    public static CellResult twice(Cell cell, long... latenciesNanos) {
        return new CellResult(cell, 2, iterations(cell, 1, latenciesNanos).subList(0, 2));
    }

    /** Three rounds in which this share of the rate arrived. */
    public static CellResult result(Cell cell, double share, long... latenciesNanos) {
        return new CellResult(cell, ROUNDS, iterations(cell, share, latenciesNanos));
    }

    /** The same iterations. */
    public static List<IterationResult> iterations(Cell cell, double share, long... latenciesNanos) {
        return IntStream.rangeClosed(1, ROUNDS)
                .mapToObj(round -> iteration(cell, round, share, latenciesNanos))
                .toList();
    }

    /** Three rounds in which all arrived, but the last message so many seconds after the end of the schedule. */
    public static CellResult behind(Cell cell, double seconds, long... latenciesNanos) {
        double schedule = ARRIVED / perSecond(cell);
        return new CellResult(
                cell,
                ROUNDS,
                IntStream.rangeClosed(1, ROUNDS)
                        .mapToObj(round -> offering(
                                SampleCells.measured(cell, round, schedule + seconds, latenciesNanos),
                                ARRIVED,
                                schedule))
                        .toList());
    }

    private static IterationResult iteration(Cell cell, int round, double share, long... latenciesNanos) {
        double seconds = ARRIVED / (perSecond(cell) * share);
        return offering(
                SampleCells.measured(cell, round, seconds, latenciesNanos), Math.round(ARRIVED / share), seconds);
    }

    private static double perSecond(Cell cell) {
        return ((Load) cell.workload()).ratePerSecond();
    }

    private static IterationResult offering(IterationResult result, long offered, double scheduleSeconds) {
        return SampleCells.measured(
                result.turn().cell(),
                result.turn().iteration(),
                result.measurement()
                        .orElseThrow()
                        .draft()
                        .offering(new OfferedLoad(
                                offered,
                                offered - ARRIVED,
                                Math.round(scheduleSeconds * 1e9),
                                WAIT_NANOS,
                                new Lateness(50, 80, 90, 100)))
                        .measurement());
    }
}
