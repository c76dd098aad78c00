package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.decimal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.model.CostModel;
import org.ipcbench.model.CostModels;
import org.ipcbench.model.CostPiece;
import org.ipcbench.model.Crossover;
import org.ipcbench.model.Knee;
import org.ipcbench.model.SizeResidual;
import org.ipcbench.model.SizeSweep;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.file.CsvTable;
import org.ipcbench.report.table.ModelText;

/** The cost models of a run as CSV: the pieces of each model, the model against each size, and the crossovers. */
public final class ModelFiles {
    public static final String PIECES = "model.csv";
    public static final String SIZES = "model-sizes.csv";

    private static final int DIGITS = 3;
    private static final double PERCENT = 100;

    private static final List<String> PIECE_COLUMNS = List.of(
            "FromBytes",
            "ToBytes",
            "KneeCiLowBytes",
            "KneeCiHighBytes",
            "FixedNanos",
            "FixedCiLowNanos",
            "FixedCiHighNanos",
            "NanosPerKibibyte",
            "NanosPerKibibyteCiLow",
            "NanosPerKibibyteCiHigh",
            "ScatterPercent",
            "WorstSizeBytes",
            "WorstSizePercent",
            "SizesLeftOut",
            "SizesPredicted",
            "Reason");

    private static final List<String> SIZE_COLUMNS = List.of(
            "PacketSize",
            "MeasuredNanos",
            "ModelNanos",
            "ResidualPercent",
            "PredictedCiLowNanos",
            "PredictedCiHighNanos",
            "Predicted");

    private static final List<String> CROSSOVER_COLUMNS =
            List.of("Below", "Above", "CrossoverBytes", "CrossoverCiLowBytes", "CrossoverCiHighBytes", "TimesFastest");

    private final Path directory;
    private final Consumer<String> warnings;

    /**
     * Writes into this directory.
     *
     * @param warnings gets one line for each failure
     */
    public ModelFiles(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /** Writes the files; no files if no transport was measured with several sizes. */
    public void write(RunResult run) {
        try {
            writeAll(run);
        } catch (IOException e) {
            warnings.accept("cost models are left out: " + e.getMessage());
        }
    }

    private void writeAll(RunResult run) throws IOException {
        List<CostModels.SweepGroup> groups = CostModels.of(run).groups();
        if (groups.stream().anyMatch(ModelFiles::tells)) {
            AtomicFile.replace(directory.resolve(PIECES), pieces(groups, run).text());
            AtomicFile.replace(directory.resolve(SIZES), sizes(groups, run).text());
            AtomicFile.replace(
                    directory.resolve(ModelText.CROSSOVERS),
                    crossovers(groups, run).text());
        }
    }

    private static boolean tells(CostModels.SweepGroup group) {
        return !group.crossovers().isEmpty() || group.sweeps().stream().anyMatch(SizeSweep::isForAModel);
    }

    private static CsvTable pieces(List<CostModels.SweepGroup> groups, RunResult run) {
        List<Dimension> dimensions = dimensions(run, Dimension.SIZE);
        return new CsvTable(
                header(dimensions, PIECE_COLUMNS),
                sweeps(groups)
                        .filter(SizeSweep::isForAModel)
                        .flatMap(sweep -> sweep.model()
                                .map(model -> IntStream.range(0, model.pieces().size())
                                        .mapToObj(piece -> piece(model, piece)))
                                .orElseGet(() -> Stream.of(refusal(sweep)))
                                .map(values -> row(sweep.cell(), dimensions, values)))
                        .toList());
    }

    private static List<String> refusal(SizeSweep sweep) {
        return Stream.concat(PIECE_COLUMNS.stream().skip(1).map(unused -> ""), Stream.of(sweep.refusal()))
                .toList();
    }

    private static List<String> piece(CostModel model, int index) {
        CostPiece piece = model.pieces().get(index);
        Optional<Interval> knee = model.knees().stream().skip(index).findFirst().map(Knee::interval);
        SizeResidual worst = model.largestResidual();
        return List.of(
                decimal(piece.fromBytes(), 0),
                decimal(piece.toBytes(), 0),
                low(knee),
                high(knee),
                decimal(piece.fixedNanos(), DIGITS),
                decimal(piece.fixedInterval().low(), DIGITS),
                decimal(piece.fixedInterval().high(), DIGITS),
                decimal(piece.nanosPerKibibyte(), DIGITS),
                decimal(piece.slopeInterval().low(), DIGITS),
                decimal(piece.slopeInterval().high(), DIGITS),
                decimal(PERCENT * model.deviation(), DIGITS),
                decimal(worst.sizeBytes(), 0),
                decimal(PERCENT * worst.relative(), DIGITS),
                Integer.toString(model.leftOut()),
                Integer.toString(model.predicted()),
                "");
    }

    private static CsvTable sizes(List<CostModels.SweepGroup> groups, RunResult run) {
        List<Dimension> dimensions = dimensions(run, Dimension.SIZE);
        return new CsvTable(
                header(dimensions, SIZE_COLUMNS),
                sweeps(groups)
                        .flatMap(sweep -> sweep.model().stream()
                                .flatMap(model -> model.residuals().stream())
                                .map(residual -> row(sweep.cell(), dimensions, size(residual))))
                        .toList());
    }

    private static List<String> size(SizeResidual residual) {
        Optional<Interval> predicted = residual.leftOutInterval();
        return List.of(
                decimal(residual.sizeBytes(), 0),
                decimal(residual.measuredNanos(), DIGITS),
                decimal(residual.modelNanos(), DIGITS),
                decimal(PERCENT * residual.relative(), DIGITS),
                low(predicted),
                high(predicted),
                predicted.isEmpty() ? "" : residual.isPredicted() ? "yes" : "no");
    }

    private static CsvTable crossovers(List<CostModels.SweepGroup> groups, RunResult run) {
        List<Dimension> dimensions = dimensions(run, Dimension.SIZE, Dimension.TRANSPORT);
        return new CsvTable(
                header(dimensions, CROSSOVER_COLUMNS),
                groups.stream()
                        .flatMap(group -> group.crossovers().stream()
                                .map(crossover -> row(group.cell(), dimensions, crossover(crossover))))
                        .toList());
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

    private static Stream<SizeSweep> sweeps(List<CostModels.SweepGroup> groups) {
        return groups.stream().flatMap(group -> group.sweeps().stream());
    }

    private static List<Dimension> dimensions(RunResult run, Dimension... without) {
        return run.dimensions().stream()
                .filter(dimension -> !List.of(without).contains(dimension))
                .filter(dimension -> !isOptional(dimension) || isAsked(dimension, run))
                .filter(dimension -> !Dimension.OF_LOADS.contains(dimension)) // a schedule has no cost model
                .toList();
    }

    /** Whether the dimension has a column only in runs that ask for it. */
    private static boolean isOptional(Dimension dimension) {
        return ClientColumns.has(dimension)
                || Dimension.OF_CALLS.contains(dimension)
                || dimension.equals(Dimension.SPIN);
    }

    /** Whether any cell has the dimension; a run with one client has none of the clients' dimensions. */
    private static boolean isAsked(Dimension dimension, RunResult run) {
        return run.cells().stream()
                .anyMatch(result -> dimension.of(result.cell()).isPresent());
    }

    private static List<String> header(List<Dimension> dimensions, List<String> columns) {
        List<String> header =
                new ArrayList<>(dimensions.stream().map(Dimension::csvColumn).toList());
        header.addAll(columns);
        return header;
    }

    private static List<String> row(Cell cell, List<Dimension> dimensions, List<String> values) {
        List<String> row = new ArrayList<>(
                dimensions.stream().map(dimension -> dimension.text(cell)).toList());
        row.addAll(values);
        return row;
    }

    private static String low(Optional<Interval> interval) {
        return interval.map(each -> decimal(each.low(), DIGITS)).orElse("");
    }

    private static String high(Optional<Interval> interval) {
        return interval.map(each -> decimal(each.high(), DIGITS)).orElse("");
    }
}
