package org.ipcbench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.figure.Figure.Better;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.text.Importance;

/** Every figure, each with all of its names, its unit and its value. */
public final class Figures {
    private static final double PERCENT = 100;

    /** Throughput of a cell in MiB a second. */
    public static final Figure THROUGHPUT = throughput("ThroughputMiBps");

    /** Mean duration of the measured part, which is the time of a file. */
    static final Figure SECONDS = Figure.of(
                    "AvgLatencySeconds",
                    Unit.SECONDS,
                    Group.RESULT,
                    6,
                    summary -> Value.ofRate(
                            summary,
                            summary.meanSeconds(),
                            summary.secondsInterval(),
                            rate -> summary.meanSeconds() * summary.messagesPerSecond() / rate))
            .named("seconds", "s/file", "seconds a file", "mean time of a file")
            .better(Better.SMALLER);

    /** Mean time of a message, round trip or block. */
    static final Figure MEAN_TIME = Figure.of(
                    "LatencyMeanMicros",
                    Unit.MICROS,
                    Group.LATENCY,
                    6,
                    summary -> summary.meanLatencyNanos().isPresent()
                            ? Value.of(summary.meanLatencyNanos().getAsDouble(), summary.meanLatencyInterval())
                            : Value.none())
            .named("mean", "mean us", "mean round trip", "mean round trip")
            .better(Better.SMALLER);

    public static final Figure MAXIMUM = Figure.of(
                    "MaxLatencyMilliseconds",
                    Unit.MILLIS,
                    Group.LATENCY,
                    6,
                    summary -> ifSampled(summary, Value.of(summary.latencies().maximumNanos())))
            .headed("max ms");

    /** CPU time of all processes for each message. */
    public static final Figure CPU = Figure.of(
                    "",
                    Unit.NANOS,
                    Group.CPU,
                    3,
                    summary -> summary.cpu().areWhole() ? Value.of(summary.cpu().nanosPerMessage()) : Value.none())
            .named("cpu", "CPU ns", "CPU time", "CPU time of all processes for each message")
            .better(Better.SMALLER)
            .important(Importance.MINOR);

    public static final Figure CLIENT_CPU =
            cpu("Client", Measurement::clientCost).headed("CPU ns client").important(Importance.DETAIL);

    public static final Figure SERVER_CPU = cpu("Server", Measurement::serverCost)
            .where(CellResult::hasServerCost)
            .headed("CPU ns server")
            .important(Importance.DETAIL);

    /** Less of it is seen on a machine without a neighbour. */
    private static final double MIN_PRESSURE_PERCENT = 1;

    /** How clients got through one listening socket. */
    public static final List<Figure> LISTENER = ConditionFigures.ofListeners();

    private static final List<Figure> WORKERS = ConditionFigures.ofWorkers();

    /** Memory of the kernel, and of the server, for each connection that says nothing. */
    private static final List<Figure> IDLE = List.of(ConditionFigures.IDLE_KERNEL, ConditionFigures.IDLE_SERVER);

    public static final Figure SUCCESS = Figure.of(
                    "SuccessRatePercent",
                    Unit.PERCENT,
                    Group.RESULT,
                    3,
                    summary -> Value.of(summary.successRatePercent()))
            .headed("success %")
            .important(Importance.MAIN);

    public static final Figure MEDIAN = percentile(Percentiles.MEDIAN, "P50", "p50");

    public static final Figure P90 = percentile(Percentiles.P90, "P90", "p90").important(Importance.DETAIL);

    public static final Figure P99 = percentile(Percentiles.P99, "P99", "p99");

    public static final Figure P999 =
            percentile(Percentiles.P999, "P999", "p99.9").important(Importance.DETAIL);

    public static final Figure P9999 =
            percentile(Percentiles.P9999, "P9999", "p99.99").important(Importance.DETAIL);

    private static final Map<Double, Figure> OF_PERCENTILES = Map.of(
            Percentiles.MEDIAN,
            MEDIAN,
            Percentiles.P90,
            P90,
            Percentiles.P99,
            P99,
            Percentiles.P999,
            P999,
            Percentiles.P9999,
            P9999);

    private static final Figure REASON =
            Figure.text("Reason", result -> result.verdict().text());

    private static final Figure REASON_KINDS =
            kinds("ReasonKinds", result -> result.verdict().reasons());

    private static final Figure NOTES =
            kinds("Notes", result -> result.verdict().notes());

    /** The columns that repeat the verdict's reasons and notes, which other formats keep as what they are. */
    public static final List<Figure> OF_REASONS = List.of(REASON, REASON_KINDS, NOTES);

    private static final List<Figure> RESULTS = List.of(
            Figure.text("Name", result -> result.cell().transportName()),
            Figure.of(Dimension.SIZE),
            Figure.ofCell("Iterations", result -> Value.of(result.plannedIterations())),
            Figure.of("TotalDataSize", Unit.MEBIBYTES, Group.RESULT, 6, summary -> Value.of(summary.meanMebibytes()))
                    .ofSizes(),
            SECONDS,
            rate("AvgMessagesPerSecond"),
            throughput("AvgThroughputMBps"),
            Figure.of(
                    "MinLatencyMilliseconds",
                    Unit.MILLIS,
                    Group.LATENCY,
                    6,
                    summary -> ifSampled(summary, Value.of(summary.latencies().minimumNanos()))),
            MAXIMUM,
            Figure.of(Dimension.TRANSPORT),
            Figure.of(Dimension.QUESTION),
            Figure.of(Dimension.PLACEMENT),
            Figure.text("Status", result -> result.status().label()),
            Figure.count("Messages", Summary::messages),
            Figure.count("Lost", summary -> summary.losses().lost()),
            Figure.of(
                    "LatencyKind",
                    Unit.NONE,
                    Group.LATENCY,
                    0,
                    summary -> ifSampled(summary, Value.of(summary.latencyKind().label()))),
            MEDIAN,
            P90,
            P99,
            P999,
            THROUGHPUT.low("ThroughputCiLowMBps", 3),
            THROUGHPUT.high("ThroughputCiHighMBps", 3),
            cpuSeconds("Client", Measurement::clientCost),
            cpuSeconds("Server", Measurement::serverCost).where(CellResult::hasServerCost),
            Figure.text("Verdict", result -> result.verdict().level().label()),
            REASON,
            MEAN_TIME,
            P9999,
            Figure.text("WaitStrategy", result -> result.cell().waitStrategy()),
            Figure.of(Dimension.BUFFER),
            SUCCESS,
            Figure.count("Duplicated", summary -> summary.losses().duplicated()),
            Figure.count("Reordered", summary -> summary.losses().reordered()),
            Figure.count("Corrupt", summary -> summary.losses().corrupt()),
            Figure.of(
                    "AuxiliaryCpuSeconds",
                    Unit.SECONDS,
                    Group.CPU,
                    6,
                    summary -> Value.of(summary.cpu().auxiliarySeconds())),
            allocated("Client", Measurement::clientCost),
            allocated("Server", Measurement::serverCost),
            Figure.text("Payload", result -> result.cell().payloadName()),
            Figure.text("InPlace", result -> result.cell().inPlace() ? "yes" : "no"),
            Figure.ofCell("InFlight", result -> {
                OptionalLong messages = result.inFlight();
                return messages.isPresent() ? Value.of(messages.getAsLong()) : Value.none();
            }),
            Figure.of(
                    "Samples",
                    Unit.NONE,
                    Group.LATENCY,
                    Figure.EXACT,
                    summary -> Value.of(summary.latencies().count())),
            MEDIAN.low("LatencyP50CiLowMicros", 3),
            MEDIAN.high("LatencyP50CiHighMicros", 3),
            rate("").low("MessagesPerSecondCiLow", 3),
            rate("").high("MessagesPerSecondCiHigh", 3),
            CLIENT_CPU,
            SERVER_CPU,
            Figure.of(
                    "AuxiliaryCpuNanosPerMessage",
                    Unit.NANOS,
                    Group.CPU,
                    6,
                    summary -> Value.of(summary.cpu().auxiliaryNanosPerMessage())),
            Figure.of("CpuNanosPerMebibyte", Unit.NANOS, Group.CPU, 3, Figures::cpuNanosPerMebibyte)
                    .ofSizes());

    /** The percentiles of all iterations' calls together; those above are means over the iterations. */
    private static final List<Figure> OF_ALL_CALLS = List.of(
            ofAllCalls("P50", Percentiles.MEDIAN),
            ofAllCalls("P90", Percentiles.P90),
            ofAllCalls("P99", Percentiles.P99),
            ofAllCalls("P999", Percentiles.P999),
            ofAllCalls("P9999", Percentiles.P9999));

    private static final List<Figure> SPEEDS = List.of(
            Figure.of(
                    "UsualMessageNanos",
                    Unit.NANOS,
                    Group.RESULT,
                    3,
                    summary -> summary.latencyKind().hasGivenRate()
                            ? Value.none()
                            : Value.of(summary.speed().usualMessageNanos())),
            speed(
                    "SlowSpeedMessagesPerSecond",
                    Unit.PER_SECOND,
                    speeds -> speeds.slow().messagesPerSecond()),
            speed(
                    "SlowSpeedPercent",
                    Unit.PERCENT,
                    speeds -> PERCENT * speeds.slow().share()),
            speed(
                    "FastSpeedMessagesPerSecond",
                    Unit.PER_SECOND,
                    speeds -> speeds.fast().messagesPerSecond()),
            speed(
                    "FastSpeedPercent",
                    Unit.PERCENT,
                    speeds -> PERCENT * speeds.fast().share()));

    private Figures() {}

    /**
     * The figures of this run in the order of {@code output.csv}, then one for each further dimension of the run. New figures are
     * appended to the last group or as a new last group, because spreadsheets use the positions of the others.
     */
    public static List<Figure> of(RunResult run, RunOrigin origin) {
        StandingFigures standings = new StandingFigures(run);
        List<Figure> figures = new ArrayList<>(Stream.of(
                        RESULTS,
                        ConditionFigures.ofProcess("Client", Group.CLIENT, Measurement::clientCost),
                        ConditionFigures.ofProcess("Server", Group.SERVER, Measurement::serverCost),
                        ConditionFigures.all(),
                        List.of(REASON_KINDS, Figure.of(Dimension.VARIANT), Figure.of(Dimension.HOST)),
                        standings.ratiosToFirstVariant(),
                        CallFigures.ofClients(),
                        CallFigures.ofLoads(),
                        ConditionFigures.ofStalls(),
                        List.of(P99.low("LatencyP99CiLowMicros", 3), P99.high("LatencyP99CiHighMicros", 3), NOTES),
                        CallFigures.ofCalls(),
                        List.of(
                                Figure.of(Dimension.SPIN),
                                Figure.text("Run", result -> origin.run()),
                                Figure.text("StartedAt", result -> origin.startedAt()),
                                Figure.text("Jdk", result -> origin.jdk(result.cell())),
                                Figure.text("Kernel", result -> origin.kernel())),
                        standings.ranks(),
                        SPEEDS,
                        List.of(
                                Figure.of(Dimension.SIZES),
                                Figure.of(Dimension.DIRECTION),
                                new Figure(
                                        Figure.Names.column("EachWayThroughputMBps"),
                                        Unit.MEBIBYTES_PER_SECOND,
                                        Better.BIGGER,
                                        Group.RESULT,
                                        3,
                                        result -> result.mebibytesEachWay()
                                                .map(Value::of)
                                                .orElse(Value.none())),
                                Figure.text("Peers", result -> origin.programs(result.cell()))),
                        standings.longerThanFirstVariant(),
                        CallFigures.ofSizes(),
                        OF_ALL_CALLS,
                        List.of(
                                THROUGHPUT,
                                P9999.low("LatencyP9999CiLowMicros", 3),
                                P9999.high("LatencyP9999CiHighMicros", 3)),
                        List.of(
                                Figure.of(Dimension.SOCKET),
                                Figure.of(Dimension.WRITES),
                                Figure.of(Dimension.SCHEDULER),
                                Figure.of(Dimension.TOUCH),
                                CallFigures.WITHOUT_WORK),
                        List.of(Figure.of(Dimension.LOCKED_MEMORY)),
                        ConditionFigures.ofNeighbours(),
                        List.of(Figure.of(Dimension.IDLE)),
                        ConditionFigures.ofIdleConnections(),
                        List.of(Figure.of(Dimension.LISTENER)),
                        LISTENER,
                        List.of(Figure.of(Dimension.PARTS)),
                        CallFigures.ofCodecs(),
                        List.of(Figure.of(Dimension.SIDES)),
                        List.of(Figure.of(Dimension.PROGRAM), Figure.of(Dimension.PARENT_MEMORY)),
                        List.of(Figure.of(Dimension.RELAY), Figure.of(Dimension.RELAY_HOPS)),
                        FailFigures.all(),
                        PublishFigures.all(),
                        List.of(Figure.of(Dimension.WORKERS)),
                        WORKERS)
                .flatMap(List::stream)
                .toList());
        List<String> names = figures.stream().map(Figure::column).toList();
        run.dimensions().stream()
                .filter(dimension -> !names.contains(dimension.csvColumn()))
                .map(Figure::of)
                .forEach(figures::add);
        return figures;
    }

    /** A percentile of the latencies that reports show. */
    public static Figure ofPercentile(double percentile) {
        return Optional.ofNullable(OF_PERCENTILES.get(percentile))
                .orElseThrow(() -> new IllegalArgumentException("no figure of percentile %s".formatted(percentile)));
    }

    /** What tables show besides of these cells, because a setting makes it worth a look. */
    public static List<Figure> ofSettings(List<CellResult> cells) {
        return Stream.of(
                        Map.entry(Dimension.IDLE, IDLE),
                        Map.entry(Dimension.LISTENER, LISTENER),
                        Map.entry(Dimension.WORKERS, WORKERS))
                .filter(each -> cells.stream()
                        .anyMatch(result -> each.getKey().of(result.cell()).isPresent()))
                .flatMap(each -> each.getValue().stream())
                .toList();
    }

    /** The shares of the time in which a thread of the machine waited: for a CPU, and for what a neighbour really kept busy. */
    public static List<Figure> ofPressure(List<CellResult> cells) {
        return Stream.of(ConditionFigures.CPU_PRESSURE, ConditionFigures.MEMORY_PRESSURE, ConditionFigures.IO_PRESSURE)
                .filter(figure -> figure.equals(ConditionFigures.CPU_PRESSURE)
                        || cells.stream()
                                .flatMap(result -> figure.number(result).stream())
                                .anyMatch(share -> share.number() > MIN_PRESSURE_PERCENT))
                .toList();
    }

    /** The rate of these things, with its interval. */
    static Figure rateOf(String things) {
        return rate("AvgMessagesPerSecond").named("throughput", things + "/s", "rate", "rate");
    }

    private static Figure rate(String column) {
        return Figure.of(
                        column,
                        Unit.PER_SECOND,
                        Group.RESULT,
                        3,
                        summary -> Value.ofRate(
                                summary, summary.messagesPerSecond(), summary.rateInterval(), rate -> rate))
                .better(Better.BIGGER);
    }

    private static Figure throughput(String column) {
        return Figure.of(
                        column,
                        Unit.MEBIBYTES_PER_SECOND,
                        Group.RESULT,
                        3,
                        summary -> Value.ofRate(
                                summary,
                                summary.mebibytesPerSecond(),
                                summary.throughputInterval(),
                                rate -> rate * summary.mebibytesPerSecond() / summary.messagesPerSecond()))
                .named("throughput", "MiB/s", "MiB/s", "throughput")
                .better(Better.BIGGER)
                .ofSizes();
    }

    /** A percentile of the latencies: its name in columns, and for people. */
    private static Figure percentile(double percentile, String column, String words) {
        return Figure.of(
                        "Latency" + column + "Micros",
                        Unit.MICROS,
                        Group.LATENCY,
                        6,
                        summary -> Value.ofPercentile(summary, percentile))
                .named("latency-" + words.replace(".", ""), words + " us", words, words)
                .remarking("geometric mean of the iterations' percentiles")
                .better(Better.SMALLER);
    }

    private static Figure ofAllCalls(String column, double percentile) {
        return Figure.of(
                "Latency" + column + "AllCallsMicros",
                Unit.MICROS,
                Group.LATENCY,
                6,
                summary -> Value.of(summary.latencies().percentileOfAllCallsNanos(percentile)));
    }

    private static Value ifSampled(Summary summary, Value value) {
        return summary.latencies().count() == 0 ? Value.none() : value;
    }

    private static Figure cpuSeconds(String process, Function<Measurement, Cost> cost) {
        return Figure.of(
                process + "CpuSeconds",
                Unit.SECONDS,
                Group.CPU,
                6,
                summary -> Value.of(summary.cpu().seconds(cost)));
    }

    private static Figure cpu(String process, Function<Measurement, Cost> cost) {
        return Figure.of(
                process + "CpuNanosPerMessage",
                Unit.NANOS,
                Group.CPU,
                3,
                summary -> Value.of(summary.cpu().nanosPerMessage(cost)));
    }

    private static Figure allocated(String process, Function<Measurement, Cost> cost) {
        return Figure.of(
                process + "AllocatedBytesPerMessage",
                Unit.BYTES,
                Group.CPU,
                3,
                summary -> Value.of(summary.cpu().allocatedBytesPerMessage(cost)));
    }

    /** CPU time of all processes per MiB; none for an empty file. */
    private static Value cpuNanosPerMebibyte(Summary summary) {
        double mebibytesPerMessage = summary.mebibytesPerSecond() / summary.messagesPerSecond();
        return mebibytesPerMessage == 0
                ? Value.none()
                : Value.of(summary.cpu().nanosPerMessage() / mebibytesPerMessage);
    }

    private static Figure speed(String column, Unit unit, Function<TwoSpeeds, Double> number) {
        return Figure.of(
                column,
                unit,
                Group.RESULT,
                3,
                summary -> summary.twoSpeeds().map(number).map(Value::of).orElse(Value.none()));
    }

    private static Figure kinds(String column, Function<CellResult, List<Reason>> reasons) {
        return Figure.ofCell(
                column,
                result -> new Value.Several(reasons.apply(result).stream()
                        .map(reason -> Value.of(reason.kind().label()))
                        .toList()));
    }
}
