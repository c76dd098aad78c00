package org.ipcbench.plan.cell;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.publish.Publish.Slow;
import org.ipcbench.workload.shape.Work;

/**
 * A property in which cells of a run differ: its names, its value of a cell, and why a cell cannot have it. What a user types is a
 * {@link TypedDimension}, what a cell has besides its question a {@link Setting}, which the record keeps. Names of cells, tables,
 * plots and files iterate over {@link #ALL} and know no dimension individually. What else another dimension touches, from halves to
 * the schema, is listed in CONTRIBUTING.md ("Adding a dimension").
 */
@SuppressWarnings("ClassInitializationDeadlock") // kinds of dimensions are used through the constants here only
public abstract class Dimension {
    public static final String BYTES = "bytes";

    static final String MICROS = "µs";

    public static final Dimension TRANSPORT = ofNames("transport", "Transport", Cell::transportId);

    public static final Dimension QUESTION =
            told("workload", "Workload", "question", "question", "", cell -> Optional.of(cell.workloadName()));

    public static final TypedDimension<Integer> SIZE = new SizeDimensions.Size();

    public static final Setting<Integer> BUFFER = new SizeDimensions.Buffer();

    public static final Setting<Placement> PLACEMENT = new PlaceDimensions.Where();

    /** Empty for one client. */
    public static final Setting<Integer> CLIENTS = new ClientDimensions.Count();

    /** Empty if each client is a process. */
    public static final Setting<Boolean> CLIENT_THREADS = new ClientDimensions.Threads();

    /** Empty if each connection has an operating system thread; else how they are served, which a transport may decide. */
    public static final Setting<Serving> SERVING = new ClientDimensions.Model();

    /** Empty if the run compares no variants. */
    public static final Setting<Variant> VARIANT = new PlaceDimensions.Compared();

    /** Empty if the run is of one machine. */
    public static final Setting<String> HOST = new PlaceDimensions.Host();

    /** The offered rate of a load; empty for other questions. */
    public static final TypedDimension<Long> RATE = new CallDimensions.Rate();

    /** Distribution of a load's send times; empty for other questions. */
    public static final Dimension ARRIVALS = ofOptionalNames(
            "arrivals",
            "Arrivals",
            "arrivals",
            cell -> CallDimensions.load(cell)
                    .map(load -> load.arrivals().label())
                    .orElse(""));

    /** How the sender of a load waits for the next send time; empty for other questions. */
    public static final Dimension PACING = ofOptionalNames(
            "pacing",
            "Pacing",
            "pacing",
            cell -> CallDimensions.load(cell).map(load -> load.pacing().label()).orElse(""));

    /**
     * For how long a receiver looks for a message before it sleeps; empty if it sleeps at once. Each is a line of a plot, because
     * spins are compared at the same rate.
     */
    public static final Setting<Spin> SPIN = new PlaceDimensions.SpinTime();

    /** When a TCP socket sends and acknowledges; empty if a message leaves at once. */
    public static final Setting<ChannelOptions.Tcp> SOCKET = new ChannelDimensions.Socket();

    /** Number of writes for a message; empty for one. */
    public static final Setting<Integer> WRITES = new ChannelDimensions.Writes();

    /** Number of memory files for a message; empty for one. */
    public static final Setting<Integer> PARTS = new ChannelDimensions.Parts();

    /** How the kernel schedules the measuring threads; empty if as all others. */
    public static final Setting<Scheduler> SCHEDULER = new SchedulerDimension();

    /** Whether peers keep all of their memory in RAM; empty if the kernel decides. */
    public static final Setting<Boolean> LOCKED_MEMORY = new PlaceDimensions.LockedMemory();

    /** Number of connections that say nothing; empty for none. */
    public static final Setting<Integer> IDLE = new ClientDimensions.Idle();

    /** The listening socket at which all clients meet; empty if each has its own. */
    public static final Setting<Integer> LISTENER = new ClientDimensions.OneListener();

    /** The server processes that share what clients send; empty for one. */
    public static final Setting<Workers> WORKERS = new ClientDimensions.Sharing();

    /** Whether both halves are processes, which is the default, or threads of one. */
    public static final Setting<Sides> SIDES = new PlaceDimensions.OneProcess();

    /** What passes the bytes on between client and server; empty if nothing does. */
    public static final Setting<String> RELAY = new ChannelDimensions.Relayed();

    /** Number of relays one behind the other; empty for one, or none. */
    public static final Setting<Integer> RELAY_HOPS = new ChannelDimensions.RelayHops();

    /** What is started for each request; empty for the program in C, and where nothing is started. */
    public static final Setting<String> PROGRAM = new StartDimensions.Program();

    /** Memory of the process that starts programs, in bytes; empty for that of any client. */
    public static final Setting<Long> PARENT_MEMORY = new StartDimensions.ParentMemory();

    /** The dimensions that only loads have. */
    public static final List<Dimension> OF_LOADS = List.of(RATE, ARRIVALS, PACING);

    /** Size of the answers of calls if it is given apart; empty if they have the requests' size, and for other questions. */
    public static final TypedDimension<Integer> ANSWER = new SizeDimensions.Answer();

    /** Time of the server's work for each request; empty if it answers at once, and for other questions. */
    public static final TypedDimension<Work> WORK = new CallDimensions.WorkTime();

    /** Empty unless the server sleeps instead of computing. */
    public static final Dimension WORK_KIND = ofOptionalNames(
            "workKind",
            "WorkKind",
            "server",
            cell -> CallDimensions.work(cell)
                            .filter(work -> work.kind() == Work.Kind.SLEEP)
                            .isPresent()
                    ? "sleeping"
                    : "");

    /** The memory over which both peers walk for each call, in bytes; empty if they do not. */
    public static final Dimension TOUCH =
            told("touchedBytes", "TouchedBytes", "touched", "touched", BYTES, CallDimensions::touched);

    /** Number of requests under way on a connection; empty for one, and for other questions. */
    public static final TypedDimension<Integer> DEPTH = new CallDimensions.Depth();

    /** The sizes of requests that differ from call to call; empty if all have the same size. */
    public static final Dimension SIZES = new SizeDimensions.Sizes();

    /** The codec that writes and reads calls; empty for none, and for other questions. */
    public static final TypedDimension<String> CODEC = new CallDimensions.Coding();

    /** Empty unless both peers of a stream send. */
    public static final Dimension DIRECTION = new CallDimensions.Direction();

    /** What makes calls different ones, and streams. */
    public static final List<Dimension> KINDS_OF_CALLS =
            List.of(SIZES, ANSWER, WORK, WORK_KIND, TOUCH, DEPTH, DIRECTION);

    /** The dimensions that only calls have, and streams both ways. A codec is a choice, as a transport is. */
    public static final List<Dimension> OF_CALLS =
            Stream.concat(KINDS_OF_CALLS.stream(), Stream.of(CODEC)).toList();

    /** How a peer ends; empty for other questions. */
    public static final TypedDimension<Death> EVENT = new CallDimensions.Event();

    /** Which peer ends; empty for other questions. */
    public static final TypedDimension<Role> DIES = new CallDimensions.Dies();

    /** Time between signs of life; empty for none. */
    public static final TypedDimension<Long> HEARTBEAT = new CallDimensions.Heartbeat();

    /** The dimensions that only deaths have. */
    public static final List<Dimension> OF_DEATHS = List.of(EVENT, DIES, HEARTBEAT);

    /** Number of a publisher's subscribers; empty for other questions. */
    public static final TypedDimension<Integer> SUBSCRIBERS = new PublishDimensions.Subscribers();

    /** How many of them are slow, and how slow; empty for none. */
    public static final TypedDimension<Slow> SLOW = new PublishDimensions.SlowSubscribers();

    /** What becomes of a message for a subscriber whose room is full; empty for other questions. */
    public static final TypedDimension<WhenFull> WHEN_FULL = new PublishDimensions.Full();

    /** The dimensions that only publishers have. */
    public static final List<Dimension> OF_PUBLISHERS = List.of(SUBSCRIBERS, SLOW, WHEN_FULL);

    /**
     * What makes cells different ones, such as who stands between client and server: these are not ranked against each other. What
     * publishers do when a room is full is a choice, as a transport is.
     */
    public static final List<Dimension> RANKED_APART = Stream.concat(
                    KINDS_OF_CALLS.stream(), Stream.of(RELAY, RELAY_HOPS, EVENT, DIES, SUBSCRIBERS, SLOW))
            .toList();

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
            TOUCH,
            DEPTH,
            SPIN,
            SOCKET,
            WRITES,
            PARTS,
            SCHEDULER,
            LOCKED_MEMORY,
            IDLE,
            LISTENER,
            PROGRAM,
            PARENT_MEMORY,
            CODEC,
            SIDES,
            RELAY,
            RELAY_HOPS,
            DIRECTION,
            EVENT,
            DIES,
            HEARTBEAT,
            SUBSCRIBERS,
            SLOW,
            WHEN_FULL,
            WORKERS);

    private final String key;
    private final String csvColumn;
    private final String heading;
    private final String label;
    private final String unit;
    private final Optional<Integer> defaultValue;

    /**
     * Names a dimension.
     *
     * @param key its name in {@code results.jsonl}
     * @param csvColumn its name in {@code output.csv}
     * @param heading its name in tables
     * @param label its name in texts and in names of files
     * @param unit the unit of its values if they are numbers, which are an axis of plots; empty if they are names, each of which is a
     *     line of a plot
     * @param defaultValue the default, if it is a number that stands beside the others on an axis or in a column; else empty
     */
    Dimension(String key, String csvColumn, String heading, String label, String unit, Optional<Integer> defaultValue) {
        this.key = key;
        this.csvColumn = csvColumn;
        this.heading = heading;
        this.label = label;
        this.unit = unit;
        this.defaultValue = defaultValue;
    }

    /**
     * A dimension that nobody types.
     *
     * @param value the value of a cell; empty if the cell has the default
     */
    public static Dimension told(
            String key,
            String csvColumn,
            String heading,
            String label,
            String unit,
            Function<Cell, Optional<? extends Object>> value) {
        return new Dimension(key, csvColumn, heading, label, unit, Optional.empty()) {
            @Override
            public Optional<? extends Object> of(Cell cell) {
                return value.apply(cell);
            }
        };
    }

    private static Dimension ofNames(String label, String csvColumn, Function<Cell, String> name) {
        return told(label, csvColumn, label, label, "", name.andThen(Optional::of));
    }

    private static Dimension ofOptionalNames(String key, String csvColumn, String label, Function<Cell, String> name) {
        return told(
                key,
                csvColumn,
                label,
                label,
                "",
                name.andThen(text -> text.isEmpty() ? Optional.empty() : Optional.of(text)));
    }

    /** The value of a cell; empty if the cell has the default. */
    public abstract Optional<? extends Object> of(Cell cell);

    /** Returns a cell that somebody asks for as its transport has it; the same one if that makes no difference. */
    Cell fitted(Cell asked) {
        return asked;
    }

    /** Why a cell, which nobody has measured yet, cannot have its value here; empty if it can. */
    Optional<Obstacle> obstacle(Cell cell) {
        return Optional.empty();
    }

    /** Its name in {@code results.jsonl}. */
    public final String key() {
        return key;
    }

    /** Its name in {@code output.csv}. */
    public final String csvColumn() {
        return csvColumn;
    }

    /** Its name in tables. */
    public final String heading() {
        return heading;
    }

    /** Its name in texts and in names of files. */
    public final String label() {
        return label;
    }

    /** The unit of its values if they are numbers; empty if they are names. */
    public final String unit() {
        return unit;
    }

    /** The unit of a cell's value: that of the dimension, unless the cell counts other things. */
    public String unit(Cell cell) {
        return unit;
    }

    /** Whether its values are numbers. */
    public boolean isNumeric() {
        return !unit.isEmpty();
    }

    /** Whether its values are numbers, or a time or the like whose default is a number; names have its label before them. */
    public boolean isQuantity() {
        return isNumeric() || defaultValue.isPresent();
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
