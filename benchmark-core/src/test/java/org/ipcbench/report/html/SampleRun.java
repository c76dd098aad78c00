package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Environment.LauncherJvm;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Environment.Settings;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.environment.Machine;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.table.Findings;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Answer.Request;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;

/** A made-up run with all that a page can show, the same each time. */
public final class SampleRun {
    private static final int SAMPLES = 20_000;
    private static final int CALLS = 30_653;
    private static final double BYTES_PER_NANO = 2;

    private final Random random = new Random(17);
    private final List<Cell> cells = new ArrayList<>();
    private final List<IterationResult> results = new ArrayList<>();

    private SampleRun() {}

    /**
     * Throughput and latency of so many transports, each at so many sizes; the last transport is not available where there are
     * several.
     */
    static RunResult of(int transports, int sizes, int iterations) {
        SampleRun run = new SampleRun();
        for (int place = 0; place < transports; place++) {
            Transport transport = place > 0 && place == transports - 1
                    ? ListedTransport.absent("absent", "no such library", "apt install it")
                    : ListedTransport.of("transport-" + place);
            for (int size = 0; size < sizes; size++) {
                int bytes = 64 << size;
                run.add(SampleCells.cell(transport, bytes), place, iterations);
                run.add(SampleCells.roundTrips(transport, bytes), place, iterations);
            }
        }
        return RunResult.of(new Plan(run.cells, iterations, 0, 1), run.results, false);
    }

    /** Round trips whose tables are as wide as they become: two speeds of each cell, and cells that differ in everything. */
    static RunResult ofManyColumns() {
        List<CellResult> results = new ArrayList<>();
        double[] seconds = {0.0001, 0.000101, 0.000102, 0.000025, 0.000026};
        for (int place = 0; place < 6; place++) {
            Cell plain = SampleCells.roundTrips(ListedTransport.of("uds-of-length-" + place), 1024);
            Cell buffered = SampleCells.withBuffer(plain, 65_536);
            Cell cell = Cell.of(
                    plain.transport(),
                    plain.workload(),
                    CellSettings.USUAL
                            .with(
                                    Dimension.BUFFER,
                                    place % 2 == 0 ? plain.bufferSizeBytes() : buffered.bufferSizeBytes())
                            .with(
                                    Dimension.PLACEMENT,
                                    place % 3 == 0
                                            ? Placement.UNPINNED
                                            : new Placement("split-cpu", Optional.empty(), Optional.empty(), ""))
                            .with(place < 4 ? Clients.ONE : Clients.of(8)));
            results.add(new CellResult(
                    cell,
                    seconds.length,
                    IntStream.range(0, seconds.length)
                            .mapToObj(i -> SampleCells.measured(cell, i + 1, 1234 * seconds[i], 3_456, 98_765_432))
                            .toList()));
        }
        return new RunResult(results, false);
    }

    private void add(Cell cell, int place, int iterations) {
        cells.add(cell);
        if (cell.obstacle().isEmpty()) {
            double messageNanos = 2_000 * (1 + place) + cell.requestBytes() / BYTES_PER_NANO;
            Histogram latencies = latencies(messageNanos);
            IntStream.rangeClosed(1, iterations)
                    .forEach(iteration -> results.add(SampleCells.measured(
                            cell,
                            iteration,
                            measurement(cell, messageNanos * (1 + 0.03 * random.nextGaussian()), latencies))));
        }
    }

    private Histogram latencies(double messageNanos) {
        Histogram latencies = new Histogram(2);
        for (int i = 0; i < SAMPLES; i++) {
            latencies.recordValue(Math.round(messageNanos * Math.exp(0.4 * Math.abs(random.nextGaussian()))));
        }
        return latencies;
    }

    private Measurement measurement(Cell cell, double messageNanos, Histogram latencies) {
        long messages = 200_000;
        return MadeUpMeasurement.of(cell.requestBytes(), messages)
                .elapsedNanos(Math.round(messages * messageNanos))
                .latencyKind(cell.workload().question().latencyKind())
                .latencies(latencies)
                .sampling(new Sampling(8, 134.5, messageNanos))
                .costs(cost(messages * messageNanos), cost(messages * messageNanos * 0.9))
                .conditions(
                        conditions(new MachineLoad(2, Math.round(messages * messageNanos), 1_000_000, 0)),
                        conditions(MachineLoad.UNKNOWN))
                .proximity(new Proximity(Map.of(Proximity.Distance.SAME_CACHE, 1.0)))
                .measurement();
    }

    private Cost cost(double nanos) {
        return new Cost(
                Math.round(nanos * (0.5 + 0.1 * random.nextDouble())),
                Math.round(nanos * 0.4),
                Math.round(nanos * 0.1),
                Math.round(nanos * 0.4),
                208 + random.nextInt(9_000),
                new Cost.KernelCounts(
                        CALLS + random.nextInt(999),
                        9_144 + random.nextInt(999),
                        random.nextInt(6_236),
                        0,
                        116,
                        0,
                        70_549_504),
                new Cost.JvmWork(0, 0, random.nextInt(14) * 1_000_000L));
    }

    private static MeasurementConditions conditions(MachineLoad machine) {
        return new MeasurementConditions(new WarmUpEnd(6_000, 36_863, true, true), List.of(), machine, 35);
    }

    /** A machine as many have it. */
    public static Environment environment() {
        return new Environment(
                "0.1.0",
                "2026-02-03T04:05:06Z",
                475402,
                new Machine(
                        new Cpu("AMD EPYC", 1, 2, 2, "0-1", "0-1", List.of(), "tsc", "present", "off", ""),
                        List.of(),
                        List.of(),
                        new Memory(25_276_502_016L, 67_108_864, 67_108_864),
                        List.of(2.76, 2.85, 2.87)),
                new Kernel(
                        "Linux",
                        "6.18.44",
                        "#1 SMP PREEMPT_DYNAMIC",
                        Map.of("meltdown", "Not affected"),
                        "0",
                        "madvise",
                        "never",
                        "",
                        "filter",
                        1,
                        "capability",
                        "cubic"),
                new LauncherJvm("17.0.15", "OpenJDK 64-Bit Server VM", "Debian", "17.0.15+6", "Linux", "amd64"),
                new PeerJvm("17.0.15", 17, List.of("-XX:+UseSerialGC")),
                Map.of("tcp", "JDK 17.0.15"),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Settings.UNKNOWN,
                Map.of("split-cpu", new WakeUp(41_200, 3_000, "0-1")));
    }

    /** The answer of a run that this command line has asked for. */
    public static Answer answer(RunResult run, String... arguments) {
        Findings findings = new Findings(run, Locale.ENGLISH);
        return new Answer(new Request(List.of(arguments)), List.of(), findings.sentences(), findings.standings());
    }
}
