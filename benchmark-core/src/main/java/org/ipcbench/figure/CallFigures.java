package org.ipcbench.figure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.text.Importance;

/** What only some cells have: loads, several clients, the shape of calls, sizes that differ from call to call. */
public final class CallFigures {
    /** The dimensions of several clients. */
    private static final List<Dimension> OF_CLIENTS =
            List.of(Dimension.CLIENTS, Dimension.CLIENT_THREADS, Dimension.SERVING);

    private static final double PERCENT = 100;

    /** What arrived of a load in a second; of other questions the rate. */
    static final Figure ACHIEVED = Figure.of(
                    "", Unit.PER_SECOND, Group.RESULT, 3, summary -> Value.of(summary.achievedPerSecond()))
            .headed("achieved/s")
            .important(Importance.MINOR);

    /** How late the sender of a load was. */
    static final Figure LATE_P99 = load("SenderLatenessP99Micros", Unit.MICROS, LoadFigures::lateP99Nanos)
            .headed("late p99 us")
            .important(Importance.DETAIL);

    /** How evenly several clients were served. */
    public static final Figure FAIRNESS = ofClients(
                    "FairnessIndex", Unit.NONE, Group.RESULT, 3, spread -> OptionalDouble.of(spread.fairness()))
            .headed("fairness")
            .important(Importance.MINOR);

    public static final Figure SLOWEST_P99 = ofClients(
                    "SlowestClientP99Micros", Unit.MICROS, Group.RESULT, 6, ClientSpread::slowestP99Nanos)
            .headed("slowest p99 us")
            .important(Importance.MINOR);

    private CallFigures() {}

    /** How the clients of a server compare; all but the dimensions are empty if there is one client. */
    static List<Figure> ofClients() {
        return Stream.concat(
                        OF_CLIENTS.stream().map(Figure::of),
                        Stream.of(
                                clientRate("Mean", ClientSpread::meanRate),
                                clientRate("Min", ClientSpread::slowestRate),
                                clientRate("Max", ClientSpread::fastestRate),
                                FAIRNESS,
                                ofClients(
                                        "SlowestClientP50Micros",
                                        Unit.MICROS,
                                        Group.RESULT,
                                        6,
                                        ClientSpread::slowestMedianNanos),
                                SLOWEST_P99))
                .toList();
    }

    private static Figure clientRate(String which, ToDoubleFunction<ClientSpread> rate) {
        return ofClients(
                "ClientRate" + which + "PerSecond",
                Unit.PER_SECOND,
                Group.CLIENT,
                3,
                spread -> OptionalDouble.of(rate.applyAsDouble(spread)));
    }

    private static Figure ofClients(
            String column, Unit unit, Group group, int digits, Function<ClientSpread, OptionalDouble> number) {
        return Figure.of(
                column,
                unit,
                group,
                digits,
                summary -> summary.clients().map(number).map(Value::of).orElse(Value.none()));
    }

    static List<Figure> ofLoads() {
        return Stream.concat(
                        Dimension.OF_LOADS.stream().map(Figure::of),
                        Stream.of(
                                load("AchievedMessagesPerSecond", Unit.PER_SECOND, LoadFigures::achievedPerSecond),
                                load("AchievedPercent", Unit.PERCENT, load -> PERCENT * load.achievedShare()),
                                load("NotSentPercent", Unit.PERCENT, load -> PERCENT * load.notSentShare()),
                                load("SenderLatenessP50Micros", Unit.MICROS, LoadFigures::lateP50Nanos),
                                LATE_P99,
                                load("SenderLatenessMaxMicros", Unit.MICROS, LoadFigures::latestNanos)))
                .toList();
    }

    private static Figure load(String column, Unit unit, ToDoubleFunction<LoadFigures> number) {
        return Figure.of(
                column,
                unit,
                Group.RESULT,
                3,
                summary -> Value.of(summary.load().stream().mapToDouble(number).findFirst()));
    }

    /** What is left of a call's median without the work that was asked for; none if calls wait for each other's work. */
    public static final Figure WITHOUT_WORK = new Figure(
                    Figure.Names.column("LatencyP50WithoutWorkMicros"),
                    Unit.MICROS,
                    Figure.Better.SMALLER,
                    Group.LATENCY,
                    3,
                    result -> result.summary()
                            .flatMap(summary -> withoutWork(result.cell(), summary))
                            .map(nanos -> Value.of(nanos.doubleValue()))
                            .orElse(Value.none()))
            .headed("p50 less work");

    private static Optional<Double> withoutWork(Cell cell, Summary summary) {
        OptionalDouble median = summary.latencies().percentileNanos(Percentiles.MEDIAN);
        OptionalDouble work = summary.workNanos();
        return median.isPresent() && work.isPresent()
                ? cell.workload()
                        .shape()
                        .filter(shape -> shape.inFlight() == 1)
                        .map(shape -> median.getAsDouble() - shape.work().timesACall() * work.getAsDouble())
                : Optional.empty();
    }

    /** Bytes of a request and its answer as a codec writes them. */
    public static final Figure WIRE = Figure.of(
                    "WireBytesPerCall",
                    Unit.BYTES,
                    Group.RESULT,
                    1,
                    summary -> summary.part(Measurement.Split::bytes)
                            .map(sample -> Value.of(sample.mean()))
                            .orElse(Value.none()))
            .headed("wire bytes");

    /** What a codec takes on both sides. */
    public static final Figure CODEC =
            part("CodecMicros", Measurement.Split::codecNanos).headed("codec us");

    /** What is left of the client's wait without what the server does. */
    public static final Figure TRANSPORT =
            part("TransportMicros", Measurement.Split::transportNanos).headed("transport us");

    /** All parts of a call together, which other calls than its median have told. */
    public static final Figure PARTS =
            part("PartsMicros", Measurement.Split::callNanos).headed("sum us");

    /** What a reading of the clock costs, which the parts leave out. */
    public static final Figure READING = Figure.of(
            "ClockReadingNanos",
            Unit.NANOS,
            Group.LATENCY,
            3,
            summary -> summary.part(split -> split.client().readingNanos())
                    .map(sample -> Value.of(sample.mean()))
                    .orElse(Value.none()));

    /** The parts of a call in their order, but the transport. */
    public static final List<Figure> OF_PARTS = List.of(
            part("ClientEncodeMicros", split -> split.client().requestNanos()).headed("encode us"),
            part("ServerDecodeMicros", split -> split.server().requestNanos()).headed("decode us"),
            part("ServerBetweenMicros", split -> split.server().betweenNanos()).headed("work us"),
            part("ServerEncodeMicros", split -> split.server().answerNanos()).headed("encode answer us"),
            part("ClientDecodeMicros", split -> split.client().answerNanos()).headed("decode answer us"));

    private static Figure part(String column, ToDoubleFunction<Measurement.Split> nanos) {
        return Figure.of(
                column,
                Unit.MICROS,
                Group.LATENCY,
                3,
                summary -> summary.part(nanos)
                        .map(sample -> Value.of(sample.mean(), summary.partInterval(sample)))
                        .orElse(Value.none()));
    }

    /** Calls that a codec writes and reads. */
    static List<Figure> ofCodecs() {
        return Stream.of(
                        Stream.of(Figure.of(Dimension.CODEC), WIRE),
                        OF_PARTS.stream(),
                        Stream.of(TRANSPORT, PARTS, CODEC, READING))
                .flatMap(figures -> figures)
                .toList();
    }

    static List<Figure> ofCalls() {
        return Stream.concat(
                        Stream.of(Dimension.ANSWER, Dimension.WORK, Dimension.WORK_KIND, Dimension.DEPTH)
                                .map(Figure::of),
                        Stream.of(Figure.of(
                                "MeasuredWorkMicros",
                                Unit.MICROS,
                                Group.RESULT,
                                6,
                                summary -> Value.of(summary.workNanos()))))
                .toList();
    }

    /**
     * Calls whose sizes differ: a value for every class of sizes, the smallest sizes first, because the number of classes differs from
     * cell to cell.
     */
    static List<Figure> ofSizes() {
        return List.of(
                ofClasses("SizeClassBytes", Unit.BYTES, Figure.EXACT, size -> Value.of(size.getKey())),
                ofClasses("SizeClassP50Micros", Unit.MICROS, 6, size -> percentile(size, Percentiles.MEDIAN)),
                ofClasses("SizeClassP99Micros", Unit.MICROS, 6, size -> percentile(size, Percentiles.P99)));
    }

    private static Value percentile(Map.Entry<Integer, CellLatencies> size, double percentile) {
        return Value.ofPercentile(size.getValue(), percentile);
    }

    private static Figure ofClasses(
            String column, Unit unit, int digits, Function<Map.Entry<Integer, CellLatencies>, Value> value) {
        return Figure.of(
                column,
                unit,
                Group.RESULT,
                digits,
                summary -> new Value.Several(
                        summary.latenciesBySize().entrySet().stream().map(value).toList()));
    }
}
