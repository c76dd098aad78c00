package org.ipcbench.report.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.question.QuestionPresentation;

/**
 * A figure that services track from run to run.
 *
 * @param key its name in files
 * @param words its name for people
 * @param unit its unit
 * @param better the better direction
 * @param value the figure
 * @param interval its 95 % interval; empty for fewer than three iterations and for two speeds
 * @param remark what else has to be said of it; may be empty
 */
record TrackedFigure(
        String key,
        String words,
        String unit,
        Better better,
        double value,
        Optional<Interval> interval,
        String remark) {
    private static final String OF_PERCENTILES = "geometric mean of the iterations' percentiles";

    /** Number of digits, more than the precision of any figure. */
    private static final MathContext DIGITS = new MathContext(7);

    /** The better direction of a figure. */
    enum Better {
        BIGGER,
        SMALLER
    }

    /** The figures of a cell; empty if it has none, or only invalid ones. */
    static List<TrackedFigure> of(CellResult result) {
        return result.verdict().level() == Verdict.Level.INVALID
                ? List.of()
                : result.summary().map(summary -> of(result, summary)).orElse(List.of());
    }

    private static List<TrackedFigure> of(CellResult result, Summary summary) {
        String timed =
                QuestionPresentation.of(result.cell().workload().question()).timed();
        List<TrackedFigure> figures = new ArrayList<>();
        if (summary.load().isEmpty()) { // the rate of a load is given, so no rate is better
            figures.add(new TrackedFigure(
                    "throughput",
                    "rate",
                    timed + "s/s",
                    Better.BIGGER,
                    summary.messagesPerSecond(),
                    summary.rateInterval(),
                    ""));
        }
        if (summary.latencyKind().inTurns()) {
            add(figures, "latency", "mean time", summary.meanLatencyNanos(), summary.meanLatencyInterval(), "");
        }
        add(
                figures,
                "latency-p50",
                "p50",
                summary.latencies().percentileNanos(Percentiles.MEDIAN),
                summary.latencies().percentileInterval(Percentiles.MEDIAN),
                OF_PERCENTILES);
        add(
                figures,
                "latency-p99",
                "p99",
                summary.latencies().percentileNanos(Percentiles.P99),
                summary.latencies().percentileInterval(Percentiles.P99),
                OF_PERCENTILES);
        add(figures, "cpu-time", "CPU time", OptionalDouble.of(summary.cpu().nanosPerMessage()), Optional.empty(), "");
        return figures;
    }

    private static void add(
            List<TrackedFigure> figures,
            String key,
            String words,
            OptionalDouble nanos,
            Optional<Interval> interval,
            String remark) {
        nanos.ifPresent(
                value -> figures.add(new TrackedFigure(key, words, "ns", Better.SMALLER, value, interval, remark)));
    }

    /** A number with as many digits as make sense. */
    static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).round(DIGITS);
    }
}
