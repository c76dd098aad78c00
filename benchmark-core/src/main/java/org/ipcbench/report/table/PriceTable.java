package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.figure.VariantPair;
import org.ipcbench.figure.VariantPair.Judged;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/** What something on the way costs a message: each cell with it beside the same cell without. */
public final class PriceTable {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final FigureFormat format;
    private final Price price;

    private PriceTable(FigureFormat format, Price price) {
        this.format = format;
        this.price = price;
    }

    /** The tables of a run; none if no cell was measured with and without something. */
    public static List<Table<Judged>> all(RunResult run, FigureFormat format) {
        return Arrays.stream(Price.values())
                .flatMap(price -> new PriceTable(format, price).of(run).stream())
                .toList();
    }

    /** What has a price. */
    private enum Price {
        /** The wall between two processes: a cell between processes beside the same one between threads. */
        WALL(
                "between threads",
                "between processes",
                "threads",
                "processes",
                "the wall: a message between processes and between threads; ratio: %s between processes ÷ between threads, in the same rounds"),
        /** A relay between client and server. */
        HOP(
                "directly",
                "through it",
                "direct",
                "relayed",
                "a hop: a message through a relay and directly, each relay's own CPU time included; ratio: %s through it ÷ directly, in the same rounds");

        private final String withoutIt;
        private final String withIt;
        private final String first;
        private final String other;
        private final String title;

        Price(String withoutIt, String withIt, String first, String other, String title) {
            this.withoutIt = withoutIt;
            this.withIt = withIt;
            this.first = first;
            this.other = other;
            this.title = title;
        }

        List<Judged> pairs(RunResult run) {
            return this == WALL ? VariantPair.judgedSides(run) : VariantPair.judgedRelays(run);
        }

        /** Whether a row names its value of a dimension, although all rows have the same one. */
        boolean names(Dimension dimension) {
            return dimension.equals(Dimension.TRANSPORT) || (this == HOP && dimension.equals(Dimension.RELAY));
        }

        String heading() {
            return this == WALL ? "the wall us" : "a hop us";
        }

        /** Its name in a sentence about a cell. */
        String name(Judged row) {
            return this == WALL ? "the wall" : number(row) == 1 ? "a hop" : "each of %d hops".formatted(number(row));
        }

        /** How many of it are on the way. */
        int number(Judged row) {
            return this == WALL ? 1 : row.cell().relayHops();
        }

        /** What each costs a message, or saves; empty if rates are compared, and without a common round. */
        Optional<TimeDifference> each(Judged row) {
            return row.longer().map(longer -> longer.dividedBy(number(row)));
        }

        /** The CPU time of all processes that each costs a message, in seconds; empty if that of the relays themselves is unknown. */
        Optional<Double> cpuSeconds(Judged row) {
            return this == WALL
                    ? Optional.empty()
                    : row.pair()
                            .other()
                            .summary()
                            .filter(with -> with.cpu().auxiliarySeconds().isPresent())
                            .flatMap(with -> row.pair()
                                    .first()
                                    .summary()
                                    .map(without -> (with.cpu().nanosPerMessage()
                                                    - without.cpu().nanosPerMessage())
                                            / NANOS_PER_SECOND
                                            / number(row)));
        }
    }

    private Optional<Table<Judged>> of(RunResult run) {
        List<Judged> rows = price.pairs(run);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Dimension> naming = naming(run, rows);
        List<String> compared = rows.stream()
                .map(row -> VariantTable.compared(row.pair()))
                .distinct()
                .toList();
        String percentile = compared.size() == 1 ? percentile(rows.get(0)) : "";
        List<Column<Judged>> columns = new ArrayList<>();
        naming.forEach(
                dimension -> columns.add(Column.of(dimension, row -> row.pair().other())));
        if (rows.stream().anyMatch(Judged::comparesTimes)) {
            columns.add(Column.optional(
                    "%s %sus".formatted(price.first, percentile),
                    row -> micros(row, row.pair().first())));
            columns.add(Column.optional(
                    "%s %sus".formatted(price.other, percentile),
                    row -> micros(row, row.pair().other())));
            columns.add(Column.<Judged>optional(
                            price.heading(), row -> price.each(row).map(format::microsLonger))
                    .important(Importance.KEY));
        }
        if (rows.stream().anyMatch(row -> price.cpuSeconds(row).isPresent())) {
            columns.add(
                    Column.optional("hop cpu us", row -> price.cpuSeconds(row).map(this::micros)));
        }
        columns.add(Column.optional("ratio", row -> row.pair().comparison().map(format::ratio)));
        columns.add(Column.text("difference", Judged::difference).important(Importance.MAIN));
        return Optional.of(new Table<>(
                price.title.formatted(String.join(" or ", compared)), columns, rows, sentences(rows, naming)));
    }

    private List<Dimension> naming(RunResult run, List<Judged> rows) {
        return run.dimensions().stream()
                .filter(dimension -> price.names(dimension)
                        || dimension.varies(rows.stream().map(Judged::cell).toList()))
                .toList();
    }

    /** A sentence for each pair of cells, or if these are many, how often each outcome came. */
    private String sentences(List<Judged> rows, List<Dimension> naming) {
        return rows.size() > VariantTable.MAX_SENTENCES
                ? price.other + ": " + VariantTable.outcomes(rows)
                : rows.stream()
                        .flatMap(row -> sentence(row, naming).stream())
                        .collect(Collectors.joining(System.lineSeparator()));
    }

    /** The percentile that is compared, before a unit; empty if it is the rate. */
    private static String percentile(Judged row) {
        return row.pair().first().summary().stream()
                .flatMapToDouble(summary -> summary.speed().percentile().stream())
                .mapToObj("p%.0f "::formatted)
                .collect(Collectors.joining());
    }

    /** What it costs a message, or saves; empty if rates are compared, or if there are too few rounds. */
    private Optional<String> sentence(Judged row, List<Dimension> naming) {
        String name = naming.stream()
                .map(dimension -> dimension.named(row.cell()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        String cpu = price.cpuSeconds(row)
                .map(seconds -> " and %s us of CPU".formatted(micros(seconds)))
                .orElse("");
        return price.each(row)
                .flatMap(each -> each.interval()
                        .map(interval -> "%s %s %s%s us, %s %s: %s%s"
                                .formatted(
                                        name,
                                        price.withoutIt,
                                        percentile(row),
                                        format.micros(nanos(row.pair().first())),
                                        price.withIt,
                                        format.micros(nanos(row.pair().other())),
                                        effect(row, each.seconds(), interval),
                                        cpu)));
    }

    /** The outcome, which is adjusted for the number of comparisons, as the interval is not. */
    private String effect(Judged row, double seconds, Interval interval) {
        Outcome outcome = row.outcome();
        return outcome == Outcome.FASTER
                ? "%s saves %s (%s to %s)"
                        .formatted(price.name(row), micros(-seconds), micros(-interval.high()), micros(-interval.low()))
                : "%s (%s to %s)"
                        .formatted(
                                outcome == Outcome.SLOWER
                                        ? "%s costs %s".formatted(price.name(row), micros(seconds))
                                        : outcome.label() + ", " + micros(seconds),
                                micros(interval.low()),
                                micros(interval.high()));
    }

    private Optional<Shown> micros(Judged row, CellResult result) {
        return row.comparesTimes() ? Optional.of(format.micros(nanos(result))) : Optional.empty();
    }

    private static OptionalDouble nanos(CellResult result) {
        return result.summary()
                .map(summary -> OptionalDouble.of(1e9 / summary.speed().geometricMean()))
                .orElseGet(OptionalDouble::empty);
    }

    private Shown micros(double seconds) {
        double micros = MICROS_PER_SECOND * seconds;
        return format.number(Math.abs(micros) < 10 ? 2 : 1, micros);
    }
}
