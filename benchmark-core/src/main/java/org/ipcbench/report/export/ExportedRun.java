package org.ipcbench.report.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.environment.Environment;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Phrases;

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
}
