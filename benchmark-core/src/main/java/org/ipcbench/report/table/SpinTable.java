package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Outcome;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;

/** Loads with several spins: what a spin gains and costs at each gap between messages, and up to which gap it pays. */
public final class SpinTable {
    private final FigureFormat format;

    public SpinTable(FigureFormat format) {
        this.format = format;
    }

    /** An effect and its outcome, adjusted for the number of comparisons: faster if the spin lowers the median. */
    public record Row(SpinEffect effect, Outcome outcome) {
        CellResult result() {
            return effect.spinning();
        }

        /** Whether there are enough rounds for an outcome. */
        private boolean isJudged() {
            return effect.comparison().flatMap(Comparison::interval).isPresent();
        }

        private boolean pays() {
            return outcome == Outcome.FASTER;
        }

        private String word() {
            if (effect.comparison().isPresent() && !isJudged()) {
                return Verdict.Level.UNREPEATED.label();
            }
            return switch (outcome) {
                case FASTER -> "lower";
                case SLOWER -> "higher";
                case NO_DIFFERENCE_SEEN -> outcome.label();
                case NOT_COMPARABLE, REFERENCE -> "";
            };
        }
    }

    /** The table; empty if no load was measured both with and without a spin. */
    public Optional<Table<Row>> of(RunResult result) {
        List<List<SpinEffect>> sets = SpinEffect.of(result);
        if (sets.isEmpty()) {
            return Optional.empty();
        }
        Iterator<Outcome> outcomes = Outcome.of(sets.stream()
                        .flatMap(List::stream)
                        .flatMap(effect -> effect.comparison().stream())
                        .toList())
                .iterator();
        List<List<Row>> rows = new ArrayList<>();
        for (List<SpinEffect> set : sets) {
            rows.add(set.stream()
                    .map(effect ->
                            new Row(effect, effect.comparison().isPresent() ? outcomes.next() : Outcome.NOT_COMPARABLE))
                    .toList());
        }
        List<Row> all = rows.stream().flatMap(List::stream).toList();
        List<Dimension> naming = naming(result, all);
        String note = rows.stream()
                .flatMap(set -> sentences(set, naming).stream())
                .collect(Collectors.joining(System.lineSeparator()));
        return Optional.of(new Table<>(
                "spin: the receiver looks for a message that long before it sleeps; p50 compared with spin 0 in the same rounds",
                columns(naming),
                all,
                note));
    }

    private static List<Dimension> naming(RunResult run, List<Row> rows) {
        return run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.RATE) && !dimension.equals(Dimension.SPIN))
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT)
                        || dimension.varies(
                                rows.stream().map(row -> row.result().cell()).toList()))
                .toList();
    }

    private List<Column<Row>> columns(List<Dimension> naming) {
        List<Column<Row>> columns = new ArrayList<>();
        naming.forEach(dimension -> columns.add(Column.of(dimension, Row::result)));
        columns.add(Column.number("gap us", row -> micros(row.effect().gapNanos())));
        columns.add(Column.text(
                Dimension.SPIN.heading(),
                row -> Dimension.SPIN.text(row.result().cell())));
        columns.add(figure(format.percentileWithInterval("p50 us", Percentiles.MEDIAN)));
        columns.add(figure(format.percentileWithInterval("p99 us", Percentiles.P99)));
        columns.add(figure(new FigureColumn(
                "CPU ns client",
                summary -> format.decimal("%.0f", summary.cpu().nanosPerMessage(Measurement::clientCost)))));
        columns.add(figure(new FigureColumn(
                "CPU ns server",
                summary -> format.decimal("%.0f", summary.cpu().nanosPerMessage(Measurement::serverCost)))));
        columns.add(Column.text("p50", Row::word));
        return columns;
    }

    private static Column<Row> figure(FigureColumn figure) {
        return Column.number(
                figure.header(),
                row -> row.result().summary().map(figure.value()).orElse(""));
    }

    /** For each spin, the longest gap at which it lowers the median; none for a spin without enough rounds. */
    private List<String> sentences(List<Row> set, List<Dimension> naming) {
        return set.stream()
                .filter(Row::isJudged)
                .collect(Collectors.groupingBy(row -> row.effect().spin().nanos(), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(rows -> sentence(rows, naming))
                .toList();
    }

    private String sentence(List<Row> rows, List<Dimension> naming) {
        SpinEffect longest = rows.get(rows.size() - 1).effect();
        String name = naming.stream()
                .filter(dimension -> dimension.of(longest.spinning().cell()).isPresent())
                .map(dimension -> dimension.named(longest.spinning().cell()))
                .collect(Collectors.joining(", "));
        String spin = "%s: a spin of %s".formatted(name, longest.spin().label());
        Optional<Row> last = rows.stream()
                .filter(Row::pays)
                .max(Comparator.comparingDouble(row -> row.effect().gapNanos()));
        if (last.isEmpty()) {
            String shortest = micros(rows.get(0).effect().gapNanos());
            String gaps = rows.size() == 1 ? shortest : shortest + " to " + micros(longest.gapNanos());
            return "%s lowers p50 at no gap measured (%s us)".formatted(spin, gaps);
        }
        SpinEffect limit = last.get().effect();
        return "%s lowers p50 up to a gap of %s us%s: from %s to %s us there, for %s ns of CPU a message"
                .formatted(
                        spin,
                        micros(limit.gapNanos()),
                        limit.equals(longest) ? ", the longest measured" : "",
                        format.micros(limit.medianAsleepNanos()),
                        format.micros(limit.medianNanos()),
                        format.decimal("%+.0f", limit.cpuNanos()));
    }

    private String micros(double nanos) {
        return format.micros(OptionalDouble.of(nanos));
    }
}
