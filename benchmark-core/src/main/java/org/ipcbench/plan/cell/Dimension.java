package org.ipcbench.plan.cell;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;

/**
 * A property in which cells of a run differ. Names of cells, tables, plots and files iterate over {@link #ALL} and know no
 * dimension individually. What else another dimension touches, from halves to the schema, is listed in CONTRIBUTING.md ("Adding a
 * dimension").
 *
 * @param key its name in {@code results.jsonl}
 * @param csvColumn its name in {@code output.csv}
 * @param heading its name in tables
 * @param label its name in texts and in names of files
 * @param unit the unit of its values if they are numbers, which are an axis of plots; empty if they are names, each of which is a
 *     line of a plot
 * @param value the value of a cell; empty if the cell has the default
 * @param defaultValue the default, if it is a number that stands beside the others on an axis or in a column; else empty
 */
public record Dimension(
        String key,
        String csvColumn,
        String heading,
        String label,
        String unit,
        Function<Cell, Optional<? extends Object>> value,
        Optional<Integer> defaultValue) {
    public static final String BYTES = "bytes";

    private static final String MICROS = "µs";

    private static final double NANOS_PER_MICRO = 1e3;

    public static final Dimension TRANSPORT = ofNames("transport", "Transport", Cell::transportId);

    public static final Dimension QUESTION =
            new Dimension("workload", "Workload", "question", "question", "", cell -> Optional.of(cell.workloadName()));

    public static final Dimension SIZE =
            new Dimension("sizeBytes", "PacketSize", BYTES, "size", BYTES, cell -> Optional.of(cell.requestBytes()));

    public static final Dimension BUFFER = new Dimension(
            "bufferSizeBytes",
            "BufferSize",
            "buffer",
            "buffer",
            BYTES,
            cell -> cell.bufferSizeBytes() == Cell.DEFAULT_BUFFER
                    ? Optional.empty()
                    : Optional.of(cell.bufferSizeBytes()));

    public static final Dimension PLACEMENT = ofNames("placement", "Placement", Cell::placementName);

    /** Empty for one client. */
    public static final Dimension CLIENTS = new Dimension(
            "clients",
            "Clients",
            "clients",
            "clients",
            "clients",
            cell -> cell.clients().number() == 1
                    ? Optional.empty()
                    : Optional.of(cell.clients().number()),
            Optional.of(1));

    /** Empty if each client is a process. */
    public static final Dimension CLIENT_THREADS =
            ofOptionalNames("clientThreads", "ClientThreads", Cell::clientThreadsName);

    /** Empty if each connection has an operating system thread; else how they are served, which a transport may decide. */
    public static final Dimension SERVING = ofOptionalNames("serving", "Serving", Cell::servingName);

    /** Empty if the run compares no variants. */
    public static final Dimension VARIANT = ofOptionalNames("variant", "Variant", Cell::variantName);

    /** Empty if the run is of one machine. */
    public static final Dimension HOST = ofOptionalNames("host", "Host", Cell::host);

    /** The offered rate of a load; empty for other questions. */
    public static final Dimension RATE = new Dimension(
            "offeredPerSecond",
            "OfferedMessagesPerSecond",
            "offered/s",
            "rate",
            "messages/s",
            cell -> load(cell).map(Load::ratePerSecond).map(Dimension::whole));

    /** Distribution of a load's send times; empty for other questions. */
    public static final Dimension ARRIVALS = ofOptionalNames(
            "arrivals",
            "Arrivals",
            cell -> load(cell).map(load -> load.arrivals().label()).orElse(""));

    /** How the sender of a load waits for the next send time; empty for other questions. */
    public static final Dimension PACING = ofOptionalNames(
            "pacing",
            "Pacing",
            cell -> load(cell).map(load -> load.pacing().label()).orElse(""));

    /** Size of the answers of calls if it is given apart; empty if they have the requests' size, and for other questions. */
    public static final Dimension ANSWER = new Dimension(
            "answerBytes",
            "AnswerSize",
            "answer",
            "answer",
            BYTES,
            cell -> cell.workload().shape().map(Shape::ownAnswerBytes).filter(bytes -> bytes != Shape.AS_REQUEST));

    /**
     * For how long a receiver looks for a message before it sleeps; empty if it sleeps at once. Each is a line of a plot, because
     * spins are compared at the same rate.
     */
    public static final Dimension SPIN = new Dimension(
            "spin",
            "Spin",
            "spin",
            "spin",
            "",
            cell -> Optional.of(cell.spinName()).filter(name -> !name.isEmpty()),
            Optional.of(0));

    /** The dimensions that only loads have. */
    public static final List<Dimension> OF_LOADS = List.of(RATE, ARRIVALS, PACING);

    /** Time of the server's work for each request; empty if it answers at once, and for other questions. */
    public static final Dimension WORK = new Dimension(
            "workMicros",
            "WorkMicros",
            "work us",
            "work",
            MICROS,
            cell -> work(cell).map(work -> whole(work.nanos() / NANOS_PER_MICRO)),
            Optional.of(0));

    /** Empty unless the server sleeps instead of computing. */
    public static final Dimension WORK_KIND = new Dimension(
            "workKind",
            "WorkKind",
            "server",
            "server",
            "",
            cell -> work(cell).filter(work -> !work.isBusy()).map(work -> "sleeping"));

    /** Number of requests under way on a connection; empty for one, and for other questions. */
    public static final Dimension DEPTH = new Dimension(
            "depth",
            "Depth",
            "depth",
            "depth",
            "requests",
            cell -> cell.workload().shape().map(Shape::inFlight).filter(number -> number > 1),
            Optional.of(1));

    /** The sizes of requests that differ from call to call; empty if all have the same size. */
    public static final Dimension SIZES = ofOptionalNames(
            "sizes",
            "Sizes",
            cell -> cell.workload()
                    .shape()
                    .flatMap(shape -> Optional.ofNullable(shape.mix()))
                    .map(SizeMix::label)
                    .orElse(""));

    /** Empty unless both peers of a stream send. */
    public static final Dimension DIRECTION =
            ofOptionalNames("direction", "Direction", cell -> cell.workload().isBothWays() ? "both ways" : "");

    /** The dimensions that only calls have, and streams both ways. */
    public static final List<Dimension> OF_CALLS = List.of(SIZES, ANSWER, WORK, WORK_KIND, DEPTH, DIRECTION);

    /** The dimensions that every line about a cell shows if all lines are about one question. */
    public static final List<Dimension> TRANSPORT_AND_SIZE = List.of(TRANSPORT, SIZE);

    /** The dimensions that every line about a cell shows if a run has several questions. */
    public static final List<Dimension> TRANSPORT_QUESTION_AND_SIZE = List.of(TRANSPORT, QUESTION, SIZE);

    /** The dimensions of every run, in the order of names and tables. */
    public static final List<Dimension> ALL = List.of(
            TRANSPORT,
            QUESTION,
            SIZE,
            BUFFER,
            PLACEMENT,
            CLIENTS,
            CLIENT_THREADS,
            SERVING,
            VARIANT,
            HOST,
            RATE,
            ARRIVALS,
            PACING,
            SIZES,
            ANSWER,
            WORK,
            WORK_KIND,
            DEPTH,
            SPIN,
            DIRECTION);

    /** A dimension whose default has no place on an axis. */
    public Dimension(
            String key,
            String csvColumn,
            String heading,
            String label,
            String unit,
            Function<Cell, Optional<? extends Object>> value) {
        this(key, csvColumn, heading, label, unit, value, Optional.empty());
    }

    private static Dimension ofNames(String label, String csvColumn, Function<Cell, String> name) {
        return new Dimension(label, csvColumn, label, label, "", name.andThen(Optional::of));
    }

    private static Dimension ofOptionalNames(String label, String csvColumn, Function<Cell, String> name) {
        return new Dimension(
                label,
                csvColumn,
                label,
                label,
                "",
                name.andThen(text -> text.isEmpty() ? Optional.empty() : Optional.of(text)));
    }

    private static Optional<Load> load(Cell cell) {
        return cell.workload() instanceof Load load ? Optional.of(load) : Optional.empty();
    }

    /** The server's work for each request; empty if it does none. */
    private static Optional<Work> work(Cell cell) {
        return cell.workload().shape().map(Shape::work).filter(work -> work.nanos() > 0);
    }

    /** The value as a whole number if it has no fraction. */
    private static Number whole(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    /** Whether its values are numbers. */
    public boolean isNumeric() {
        return !unit.isEmpty();
    }

    /** Whether its values are numbers, or a time or the like whose default is a number; names have its label before them. */
    public boolean isQuantity() {
        return isNumeric() || defaultValue.isPresent();
    }

    /** The value of a cell; empty if the cell has the default. */
    public Optional<? extends Object> of(Cell cell) {
        return value.apply(cell);
    }

    /** The value of a cell as tables show it; an empty text for a default that has no number. */
    public String text(Cell cell) {
        return of(cell).map(String::valueOf)
                .or(() -> defaultValue.map(String::valueOf))
                .orElse("");
    }

    /** The position of a cell on an axis of numbers; empty if it has none. */
    public OptionalDouble number(Cell cell) {
        Optional<Number> number = of(cell).map(Number.class::cast).or(() -> defaultValue.map(Number.class::cast));
        return number.isPresent() ? OptionalDouble.of(number.get().doubleValue()) : OptionalDouble.empty();
    }

    /** The value of a cell in a name: a quantity with the dimension's label before it, a name without. */
    public String named(Cell cell) {
        return named(List.of(valueInName(cell)));
    }

    /** Several values in a name. */
    public String named(List<String> values) {
        return (isQuantity() ? label + " " : "") + String.join(", ", values);
    }

    /** The value of a cell in a name, without the dimension's label; a time has its unit. */
    public String valueInName(Cell cell) {
        return text(cell) + (unit.equals(MICROS) ? "us" : "");
    }

    /** Whether these cells differ in this dimension. */
    public boolean varies(Collection<Cell> cells) {
        return cells.stream().map(this::of).distinct().count() > 1;
    }
}
