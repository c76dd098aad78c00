package org.ipcbench.report.export;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.environment.Environment;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.figure.Value;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.results.RunRecord;

/**
 * The data of an export.
 *
 * @param origin the run of the figures
 * @param result the figures
 * @param answer what the run answers
 * @param conditions the common conditions of all figures
 * @param machine the machine and the JVM in one line, for people; empty if unknown
 * @param histograms the latencies of the cells
 * @param locale decimals in texts for people are written as this locale writes them
 */
public record ExportedRun(
        RunOrigin origin,
        RunResult result,
        Answer answer,
        RunConditions conditions,
        String machine,
        CellHistograms histograms,
        Locale locale) {
    /** Number of digits, more than the precision of any figure. */
    private static final MathContext DIGITS = new MathContext(7);

    /**
     * A run in this environment.
     *
     * @param directory the run's directory
     * @param wanted texts for people follow this locale if there is a translation
     */
    public static ExportedRun of(
            Path directory,
            RunResult result,
            Answer answer,
            Environment environment,
            CellHistograms histograms,
            Locale wanted) {
        return new ExportedRun(
                RunOrigin.of(directory, environment),
                result,
                answer,
                RunConditions.of(environment),
                environment.description(),
                histograms,
                new Phrases(wanted).locale());
    }

    /** Calls back for each figure of a cell that services track; for none of a cell that has none, or only invalid ones. */
    static void forTracked(CellResult result, BiConsumer<Figure, Value.Quantity> each) {
        if (result.verdict().level() != Verdict.Level.INVALID) {
            QuestionFigures.of(result.cell().workload().question())
                    .tracked()
                    .forEach(figure -> figure.number(result).ifPresent(number -> each.accept(figure, number)));
        }
    }

    /** A number with as many digits as make sense. */
    static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).round(DIGITS);
    }

    /** The latencies of a run, which are read from its record because a run does not keep them in memory. */
    @FunctionalInterface
    public interface CellHistograms {
        /** No latencies are known. */
        CellHistograms NONE = Map::of;

        /**
         * The latencies of all iterations of each cell in one histogram, in nanoseconds; cells may be missing.
         *
         * @throws IOException if a file cannot be read; the message has the file and the reason
         */
        Map<Cell, Histogram> read() throws IOException;

        /** The latencies in this record. */
        static CellHistograms of(RunRecord record) {
            return () -> {
                Map<Cell, Histogram> histograms = new LinkedHashMap<>();
                Plan plan = record.header().plan();
                plan.cells().forEach(cell -> histograms.put(cell, new PackedHistogram(Recorder.SIGNIFICANT_DIGITS)));
                record.forEachIteration(
                        plan,
                        iteration -> iteration.measurement().ifPresent(measurement -> {
                            Histogram histogram =
                                    histograms.get(iteration.turn().cell());
                            if (histogram != null) { // null for a cell of the harness alone
                                histogram.add(measurement.latencies());
                            }
                        }));
                return histograms;
            };
        }

        /** The latencies of the run in this directory. */
        static CellHistograms in(Path directory) {
            return () -> of(RunRecord.read(directory, false)).read();
        }
    }
}
