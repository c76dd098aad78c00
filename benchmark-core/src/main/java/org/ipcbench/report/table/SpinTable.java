package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.SpinEffect;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/** Loads with several spins: what a spin gains and costs at each gap between messages, and up to which gap it pays. */
public final class SpinTable {
    private final FigureFormat format;

    public SpinTable(FigureFormat format) {
        this.format = format;
    }

    /** The table; empty if no load was measured both with and without a spin. */
    public Optional<Table<SpinEffect>> of(RunResult result) {
        List<List<SpinEffect>> sets = SpinEffect.of(result);
        if (sets.isEmpty()) {
            return Optional.empty();
        }
        List<SpinEffect> all = sets.stream().flatMap(List::stream).toList();
        List<Dimension> naming = naming(result, all);
        String note = sets.stream()
                .flatMap(set -> sentences(set, naming).stream())
                .collect(Collectors.joining(System.lineSeparator()));
        return Optional.of(new Table<>(
                "spin: the receiver looks for a message that long before it sleeps; p50 compared with spin 0 in the same rounds",
                columns(naming),
                all,
                note));
    }

    private static List<Dimension> naming(RunResult run, List<SpinEffect> rows) {
        return run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.RATE) && !dimension.equals(Dimension.SPIN))
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT)
                        || dimension.varies(
                                rows.stream().map(row -> row.spinning().cell()).toList()))
                .toList();
    }

    private List<Column<SpinEffect>> columns(List<Dimension> naming) {
        List<Column<SpinEffect>> columns = new ArrayList<>();
        naming.forEach(dimension -> columns.add(Column.of(dimension, SpinEffect::spinning)));
        columns.add(Column.number("gap us", (SpinEffect row) -> micros(row.gapNanos()))
                .important(Importance.KEY));
        columns.add(Column.text(
                        Dimension.SPIN.heading(),
                        (SpinEffect row) -> Dimension.SPIN.text(row.spinning().cell()))
                .important(Importance.KEY));
        Stream.concat(
                        Percentiles.IN_SIDE_TABLES.stream().map(Figures::ofPercentile),
                        Stream.of(Figures.CLIENT_CPU, Figures.SERVER_CPU))
                .forEach(figure -> columns.add(Column.of(figure, format, SpinEffect::spinning)));
        columns.add(Column.text("p50", SpinTable::word).important(Importance.MAIN));
        return columns;
    }

    /** For each spin, the longest gap at which it lowers the median; none for a spin without enough rounds. */
    private List<String> sentences(List<SpinEffect> set, List<Dimension> naming) {
        return set.stream()
                .filter(SpinEffect::isJudged)
                .collect(Collectors.groupingBy(row -> row.spin().nanos(), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(rows -> sentence(rows, naming))
                .toList();
    }

    private String sentence(List<SpinEffect> rows, List<Dimension> naming) {
        SpinEffect longest = rows.get(rows.size() - 1);
        String name = naming.stream()
                .filter(dimension -> dimension.of(longest.spinning().cell()).isPresent())
                .map(dimension -> dimension.named(longest.spinning().cell()))
                .collect(Collectors.joining(", "));
        String spin = "%s: a spin of %s".formatted(name, longest.spin().label());
        return SpinEffect.limit(rows)
                .map(limit -> "%s lowers p50 up to a gap of %s us%s: from %s to %s us there, for %s ns of CPU a message"
                        .formatted(
                                spin,
                                micros(limit.gapNanos()),
                                limit.equals(longest) ? ", the longest measured" : "",
                                format.micros(limit.medianAsleepNanos()),
                                format.micros(limit.medianNanos()),
                                format.decimal("%+.0f", limit.cpuNanos())))
                .orElseGet(() -> {
                    String shortest = micros(rows.get(0).gapNanos()).toString();
                    String gaps = rows.size() == 1 ? shortest : shortest + " to " + micros(longest.gapNanos());
                    return "%s is not seen to lower p50 at any gap measured (%s us)".formatted(spin, gaps);
                });
    }

    private static String word(SpinEffect effect) {
        if (effect.comparison().isPresent() && !effect.isJudged()) {
            return Verdict.Level.UNREPEATED.label();
        }
        return switch (effect.outcome()) {
            case FASTER -> "lower";
            case SLOWER -> "higher";
            case NO_DIFFERENCE_SEEN -> effect.outcome().label();
            case NOT_COMPARABLE, REFERENCE -> "";
        };
    }

    private Shown micros(double nanos) {
        return format.micros(OptionalDouble.of(nanos));
    }
}
