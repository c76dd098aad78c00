package org.ipcbench.plan.cell;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ipcbench.workload.Workload;

/**
 * A property that cells of a run differ in. Names of cells, tables, plots and files go by {@link #ALL} and know none of them by
 * itself, so that another dimension is a field of the cell and an entry here.
 *
 * @param key its name in {@code results.jsonl}
 * @param csvColumn its name in {@code output.csv}
 * @param heading its name in tables
 * @param word its name in texts and in names of files
 * @param unit the unit of its values where they are numbers, which plots have as an axis; empty where they are names, each of
 *     which is a line of a plot
 * @param value the value of a cell; empty where the cell has the default
 * @param standard the default where it is a number that belongs on an axis beside the others; else empty
 */
public record Dimension(
        String key,
        String csvColumn,
        String heading,
        String word,
        String unit,
        Function<Cell, Optional<? extends Object>> value,
        Optional<Integer> standard) {
    public static final String BYTES = "bytes";

    public static final Dimension TRANSPORT = ofNames("transport", "Transport", Cell::transportId);

    public static final Dimension QUESTION =
            new Dimension("workload", "Workload", "question", "question", "", cell -> Optional.of(cell.workloadName()));

    public static final Dimension SIZE =
            new Dimension("sizeBytes", "PacketSize", BYTES, "size", BYTES, cell -> Optional.of(cell.unitSizeBytes()));

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

    /** Empty where each client is a process. */
    public static final Dimension CLIENT_THREADS =
            ofOptionalNames("clientThreads", "ClientThreads", Cell::clientThreadsName);

    /** Empty where each connection has a thread of the operating system; else what serves them, which a transport may decide. */
    public static final Dimension SERVING = ofOptionalNames("serving", "Serving", Cell::servingName);

    /** Empty in a run that compares none. */
    public static final Dimension VARIANT = ofOptionalNames("variant", "Variant", Cell::variantName);

    /** Empty in a run of one machine. */
    public static final Dimension HOST = ofOptionalNames("host", "Host", Cell::host);

    /** What a load offers; empty for other questions. */
    public static final Dimension RATE = new Dimension(
            "offeredPerSecond",
            "OfferedMessagesPerSecond",
            "offered/s",
            "rate",
            "messages/s",
            cell -> cell.workload().offer().map(Workload.Offer::perSecond).map(Dimension::whole));

    /** How the times of a load are spread; empty for other questions. */
    public static final Dimension ARRIVALS = ofOptionalNames(
            "arrivals",
            "Arrivals",
            cell -> cell.workload()
                    .offer()
                    .map(offer -> offer.arrivals().label())
                    .orElse(""));

    /** How the sender of a load waits; empty for other questions. */
    public static final Dimension PACING = ofOptionalNames(
            "pacing",
            "Pacing",
            cell -> cell.workload().offer().map(offer -> offer.pacing().label()).orElse(""));

    /** What only loads have. */
    public static final List<Dimension> OF_LOADS = List.of(RATE, ARRIVALS, PACING);

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
            PACING);

    /** A dimension whose default has no place on an axis. */
    public Dimension(
            String key,
            String csvColumn,
            String heading,
            String word,
            String unit,
            Function<Cell, Optional<? extends Object>> value) {
        this(key, csvColumn, heading, word, unit, value, Optional.empty());
    }

    private static Dimension ofNames(String word, String csvColumn, Function<Cell, String> name) {
        return new Dimension(word, csvColumn, word, word, "", name.andThen(Optional::of));
    }

    private static Dimension ofOptionalNames(String word, String csvColumn, Function<Cell, String> name) {
        return new Dimension(
                word,
                csvColumn,
                word,
                word,
                "",
                name.andThen(text -> text.isEmpty() ? Optional.empty() : Optional.of(text)));
    }

    /** A rate without a fraction where it has none. */
    private static Number whole(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    /** Whether its values are numbers. */
    public boolean isNumeric() {
        return !unit.isEmpty();
    }

    /** The value of a cell; empty where the cell has the default. */
    public Optional<? extends Object> of(Cell cell) {
        return value.apply(cell);
    }

    /** The value of a cell as tables show it; an empty text for a default that has no number. */
    public String text(Cell cell) {
        return of(cell).map(String::valueOf)
                .or(() -> standard.map(String::valueOf))
                .orElse("");
    }

    /** The place of a cell on an axis of numbers; empty where it has none. */
    public OptionalDouble number(Cell cell) {
        Optional<Number> number = of(cell).map(Number.class::cast).or(() -> standard.map(Number.class::cast));
        return number.isPresent() ? OptionalDouble.of(number.get().doubleValue()) : OptionalDouble.empty();
    }

    /** The value of a cell in a name: a number with the word before it, a name without. */
    public String named(Cell cell) {
        return isNumeric() ? word + " " + text(cell) : text(cell);
    }

    /** Whether these cells differ in it. */
    public boolean varies(Collection<Cell> cells) {
        return cells.stream().map(this::of).distinct().count() > 1;
    }
}
