package org.ipcbench.report.file;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ipcbench.model.CostModel;
import org.ipcbench.model.CostModels;
import org.ipcbench.model.CostModels.Crossover;
import org.ipcbench.model.SizeSweep;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.file.CsvReport.CsvTable;
import org.ipcbench.report.table.ModelText;

/** The cost models and the crossovers of a run as one CSV file: a row for each transport, and one for each crossover. */
public final class ModelFile {
    private static final int DIGITS = 3;
    private static final double PERCENT = 100;

    /** Dimensions that are columns in every run; other dimensions only in runs that ask for them. */
    private static final List<Dimension> IN_EVERY_RUN = List.of(
            Dimension.TRANSPORT,
            Dimension.QUESTION,
            Dimension.BUFFER,
            Dimension.PLACEMENT,
            Dimension.VARIANT,
            Dimension.HOST);

    private static final List<String> MODEL_COLUMNS = List.of(
            "FromBytes",
            "ToBytes",
            "FixedNanos",
            "FixedCiLowNanos",
            "FixedCiHighNanos",
            "NanosPerKibibyte",
            "NanosPerKibibyteCiLow",
            "NanosPerKibibyteCiHigh",
            "ScatterPercent",
            "WorstSizeBytes",
            "WorstSizePercent",
            "Reason");

    private static final List<String> CROSSOVER_COLUMNS =
            List.of("Below", "Above", "CrossoverBytes", "CrossoverCiLowBytes", "CrossoverCiHighBytes", "TimesFastest");

    private final Path directory;
    private final Consumer<String> warnings;

    /**
     * Writes into this directory.
     *
     * @param warnings gets one line for each failure
     */
    public ModelFile(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /** Writes the file; no file if no transport was measured with several sizes. */
    public void write(RunResult run) {
        List<Dimension> dimensions = dimensions(run);
        List<List<String>> rows = CostModels.of(run).groups().stream()
                .flatMap(group -> Stream.concat(models(group, dimensions), crossovers(group, dimensions)))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<String> header = Stream.of(
                        dimensions.stream().map(Dimension::csvColumn).toList(), MODEL_COLUMNS, CROSSOVER_COLUMNS)
                .flatMap(List::stream)
                .toList();
        try {
            AtomicFile.replace(directory.resolve(ModelText.FILE), new CsvTable(header, rows).text());
        } catch (IOException e) {
            warnings.accept("cost models are left out: " + e.getMessage());
        }
    }

    private static Stream<List<String>> models(CostModels.SweepGroup group, List<Dimension> dimensions) {
        return group.sweeps().stream()
                .filter(SizeSweep::isForAModel)
                .map(sweep -> row(
                        identity(sweep.cell(), dimensions, List.of()),
                        sweep.model().map(ModelFile::model).orElseGet(() -> refusal(sweep)),
                        empty(CROSSOVER_COLUMNS)));
    }

    private static List<String> model(CostModel model) {
        CostModel.Residual worst = model.worst();
        return List.of(
                decimal(model.smallestBytes(), 0),
                decimal(model.largestBytes(), 0),
                decimal(model.fixedNanos(), DIGITS),
                decimal(model.fixedInterval().low(), DIGITS),
                decimal(model.fixedInterval().high(), DIGITS),
                decimal(model.nanosPerKibibyte(), DIGITS),
                decimal(model.perKibibyteInterval().low(), DIGITS),
                decimal(model.perKibibyteInterval().high(), DIGITS),
                decimal(PERCENT * model.deviation(), DIGITS),
                decimal(worst.sizeBytes(), 0),
                decimal(PERCENT * worst.relative(), DIGITS),
                "");
    }

    private static List<String> refusal(SizeSweep sweep) {
        return row(empty(MODEL_COLUMNS.subList(1, MODEL_COLUMNS.size())), List.of(sweep.refusal()));
    }

    private static Stream<List<String>> crossovers(CostModels.SweepGroup group, List<Dimension> dimensions) {
        return group.crossovers().stream()
                .map(crossover -> row(
                        identity(group.cell(), dimensions, List.of(Dimension.TRANSPORT)),
                        empty(MODEL_COLUMNS),
                        crossover(crossover)));
    }

    private static List<String> crossover(Crossover crossover) {
        return List.of(
                crossover.below().cell().transportId(),
                crossover.above().cell().transportId(),
                decimal(crossover.bytes(), 0),
                decimal(crossover.interval().low(), 0),
                decimal(crossover.interval().high(), 0),
                decimal(crossover.timesFastest(), DIGITS));
    }

    private static String decimal(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }

    /** What identifies a cell, with nothing in the columns of some dimensions. */
    private static List<String> identity(Cell cell, List<Dimension> dimensions, List<Dimension> without) {
        return dimensions.stream()
                .map(dimension -> without.contains(dimension) ? "" : dimension.text(cell))
                .toList();
    }

    private static List<String> empty(List<String> columns) {
        return columns.stream().map(unused -> "").toList();
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static List<String> row(List<String>... parts) {
        return Stream.of(parts).flatMap(List::stream).toList();
    }

    private static List<Dimension> dimensions(RunResult run) {
        return run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.SIZE))
                .filter(dimension -> IN_EVERY_RUN.contains(dimension) || isAsked(dimension, run))
                .filter(dimension -> !Dimension.OF_LOADS.contains(dimension)) // a schedule has no cost model
                .toList();
    }

    /** Whether any cell has the dimension; a run with one client has none of the clients' dimensions. */
    private static boolean isAsked(Dimension dimension, RunResult run) {
        return run.cells().stream()
                .anyMatch(result -> dimension.of(result.cell()).isPresent());
    }
}
