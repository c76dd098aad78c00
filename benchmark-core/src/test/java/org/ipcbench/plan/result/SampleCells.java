package org.ipcbench.plan.result;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.EncodedHistogram;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Measurement.Aftermath;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.WorkerShares;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/** Cells and their iterations with round figures: a mebibyte an iteration, in as many seconds as a test likes. */
public final class SampleCells {
    private static final int VOLUME_BYTES = 1 << 20;
    /** Enough for a percentile of four nines. */
    private static final int SAMPLES = 120_000;

    private static final Cost CLIENT_COST = new Cost(250_000_000, 1 << 10);
    private static final Cost SERVER_COST = new Cost(125_000_000, 1 << 9);

    private SampleCells() {}

    public static Cell cell(String id, int requestBytes) {
        return cell(ListedTransport.of(id), requestBytes);
    }

    public static Cell cell(Transport transport, int requestBytes) {
        return cell(transport, requestBytes, Extent.Count.ofVolume(VOLUME_BYTES, requestBytes));
    }

    public static Cell cell(Transport transport, int requestBytes, Extent extent) {
        return Cell.of(transport, new MessageStream(extent, requestBytes));
    }

    /** A cell of this workload. */
    public static Cell cellOf(Workload workload) {
        return Cell.of(ListedTransport.of("fast"), workload);
    }

    /** The same cell with a buffer of so many bytes. */
    public static Cell withBuffer(Cell cell, int bufferSizeBytes) {
        return Cell.of(cell.transport(), cell.workload(), cell.settings().with(Dimension.BUFFER, bufferSizeBytes));
    }

    /** The same cell with these clients. */
    public static Cell withClients(Cell cell, Clients clients) {
        return Cell.of(cell.transport(), cell.workload(), cell.settings().with(clients));
    }

    /** The same cell in another place. */
    public static Cell withPlacement(Cell cell, Placement placement) {
        return Cell.of(cell.transport(), cell.workload(), cell.settings().with(Dimension.PLACEMENT, placement));
    }

    /** Round trips over this transport, of the same volume. */
    public static Cell roundTrips(Transport transport, int requestBytes) {
        return Cell.of(transport, new PingPong(Extent.Count.ofVolume(VOLUME_BYTES, requestBytes), requestBytes));
    }

    /** A file of the same volume over this transport. */
    public static Cell file(Transport transport, int requestBytes) {
        return Cell.of(transport, new Transfer(Path.of("file"), VOLUME_BYTES, requestBytes, null));
    }

    /** An iteration that took so many seconds and sampled these latencies, each equally often. */
    public static IterationResult measured(Cell cell, int iteration, double seconds, long... latenciesNanos) {
        return IterationResult.measured(
                new Plan.Turn(cell, iteration),
                measurement(cell, seconds, Losses.NONE, 0, latenciesNanos),
                breakdown(seconds));
    }

    /** An iteration that took so many seconds, and sampled so many latencies of a microsecond. */
    public static IterationResult sampled(Cell cell, int iteration, double seconds, int samples) {
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(1_000, samples);
        return IterationResult.measured(
                new Plan.Turn(cell, iteration),
                measurement(cell, seconds, Losses.NONE, 0, latencies),
                breakdown(seconds));
    }

    /** An iteration that took a second, cost the client so much, and was measured under these conditions. */
    public static IterationResult measured(
            Cell cell, int iteration, Cost client, MeasurementConditions conditions, Proximity proximity) {
        Measurement plain = measurement(cell, 1, Losses.NONE, 0);
        Measurement measurement = plain.draft()
                .costs(client, plain.serverCost())
                .conditions(conditions, plain.serverConditions())
                .proximity(proximity)
                .measurement();
        return IterationResult.measured(new Plan.Turn(cell, iteration), measurement, breakdown(1));
    }

    /** An iteration that yielded this measurement. */
    public static IterationResult measured(Cell cell, int iteration, Measurement measurement) {
        return IterationResult.measured(new Plan.Turn(cell, iteration), measurement, breakdown(measurement.seconds()));
    }

    public static IterationResult failed(Cell cell, int iteration, String reason) {
        return IterationResult.failed(new Plan.Turn(cell, iteration), reason);
    }

    /** What a cell adds up to whose only iteration took so many seconds. */
    public static CellResult result(Cell cell, double seconds, long... latenciesNanos) {
        return new CellResult(cell, 1, List.of(measured(cell, 1, seconds, latenciesNanos)));
    }

    /** The same where the machine stalls like this. */
    public static CellResult beside(CellResult result, MachineStalls stalls) {
        return result.judged(Optional.empty(), stalls, Set.of(), Optional.empty());
    }

    /** The same with a process beside both peers, which took so many nanoseconds of CPU. */
    public static CellResult attended(Cell cell, double seconds, long auxiliaryCpuNanos) {
        IterationResult iteration = IterationResult.measured(
                new Plan.Turn(cell, 1), measurement(cell, seconds, Losses.NONE, auxiliaryCpuNanos), breakdown(seconds));
        return new CellResult(cell, 1, List.of(iteration));
    }

    private static Breakdown breakdown(double seconds) {
        return new Breakdown(300_000_000, 5_000_000, 400_000_000, Math.round(seconds * 1e9), 45_000_000);
    }

    /** What a cell adds up to whose only iteration took a second and had these losses. */
    public static CellResult resultWith(Cell cell, Losses losses) {
        return new CellResult(cell, 1, List.of(measuredWith(cell, losses)));
    }

    /** An iteration that took a second and had these losses. */
    public static IterationResult measuredWith(Cell cell, Losses losses) {
        return IterationResult.measured(new Plan.Turn(cell, 1), measurement(cell, 1, losses, 0), breakdown(1));
    }

    private static Measurement measurement(
            Cell cell, double seconds, Losses losses, long auxiliaryCpuNanos, long... latenciesNanos) {
        Histogram latencies = new Recorder().latencies();
        for (long nanos : latenciesNanos) {
            latencies.recordValueWithCount(nanos, SAMPLES / latenciesNanos.length);
        }
        return measurement(cell, seconds, losses, auxiliaryCpuNanos, latencies);
    }

    private static Measurement measurement(
            Cell cell, double seconds, Losses losses, long auxiliaryCpuNanos, Histogram latencies) {
        Measurement measurement = MadeUpMeasurement.of(cell.requestBytes(), VOLUME_BYTES / cell.requestBytes())
                .losses(losses)
                .elapsedNanos(Math.round(seconds * 1e9))
                .latencyKind(cell.workload().question().latencyKind())
                .latencies(latencies)
                .costs(CLIENT_COST, SERVER_COST)
                .auxiliary(new Cost(auxiliaryCpuNanos, 0))
                .followedBy(cell.workload().dying().isPresent() ? aftermath(Math.round(seconds * 1e9)) : null)
                .subscribed(cell.workload().question() == Question.PUBLISH ? fanOut() : null)
                .measurement();
        return cell.clients().workers().number() == 1
                ? measurement
                : measurement.sharedBy(
                        new WorkerShares(List.of(3_000L, 2_041L), 17, 9, List.of(SERVER_COST.jvm(), JvmWork.NONE)),
                        SERVER_COST,
                        measurement.serverConditions(),
                        measurement.proximity(),
                        measurement.work());
    }

    private static FanOutResult fanOut() {
        Histogram recorded = new Histogram(Recorder.SIGNIFICANT_DIGITS);
        recorded.recordValueWithCount(1_234, 50);
        EncodedHistogram times = EncodedHistogram.of(recorded);
        return new FanOutResult(
                "in turn",
                100,
                1_000_000_000,
                567,
                new FanOutResult.OfClass(2, 198, 2, 197, times, times),
                new FanOutResult.OfClass(1, 50, 50, 49, times, times),
                8_901L,
                3,
                47);
    }

    private static Aftermath aftermath(long nanos) {
        return new Aftermath(
                nanos, Notice.By.ERROR, "Broken pipe", 210, 208, 4_096L, true, 12L, List.of("queue"), nanos, 9, 7.5);
    }
}
