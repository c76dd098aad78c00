package org.ipcbench.report.question;

import java.util.List;
import java.util.Optional;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;

/** Timed exchanges of a message and its answer: round trips and connections. */
abstract class ExchangePresentation implements QuestionPresentation {
    private final String exchange;
    private final String time;
    private final PlottedValue median;
    private final PlottedValue tail;

    /**
     * The words for an exchange.
     *
     * @param exchange what is counted, in the singular
     * @param time what is timed, in the singular
     * @param times what is timed, in the plural
     */
    ExchangePresentation(String exchange, String time, String times) {
        this.exchange = exchange;
        this.time = time;
        median = PlottedValue.percentile("median", "median " + time, "median %s (µs)".formatted(time), 50);
        tail = PlottedValue.percentile("p99", "p99", "p99 of %s (µs)".formatted(times), 99);
    }

    @Override
    public final List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.measuredPerSecond(exchange + "s"),
                format.percentileWithInterval("p50 us", 50),
                format.percentileWithInterval("p99 us", 99),
                format.percentile("p99.9 us", 99.9));
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(median);
    }

    @Override
    public final PlottedValue barred() {
        return median;
    }

    @Override
    public final Optional<PlottedValue> barMark() {
        return Optional.of(tail);
    }

    @Override
    public final Optional<PlottedValue> tail(int requestBytes) {
        return Optional.of(tail);
    }

    @Override
    public final Optional<String> plottedPercentiles() {
        return Optional.of(time);
    }

    @Override
    public final String timed() {
        return exchange;
    }
}
