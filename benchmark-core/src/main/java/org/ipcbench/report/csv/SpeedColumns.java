package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.decimal;
import static org.ipcbench.report.csv.CsvColumn.figure;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.summary.TwoSpeeds;

/** The columns of a cell's usual time, and of its two speeds, which are empty if it has one. */
final class SpeedColumns {
    private static final int DIGITS = 3;
    private static final double PERCENT = 100;

    private SpeedColumns() {}

    static List<CsvColumn> all() {
        return List.of(
                figure(
                        "UsualMessageNanos",
                        summary -> summary.latencyKind().hasGivenRate()
                                ? CsvColumn.NONE
                                : decimal(summary.speed().usualMessageNanos(), DIGITS)),
                speed("SlowSpeedMessagesPerSecond", TwoSpeeds::slow, TwoSpeeds.Speed::messagesPerSecond),
                speed("SlowSpeedPercent", TwoSpeeds::slow, speed -> PERCENT * speed.share()),
                speed("FastSpeedMessagesPerSecond", TwoSpeeds::fast, TwoSpeeds.Speed::messagesPerSecond),
                speed("FastSpeedPercent", TwoSpeeds::fast, speed -> PERCENT * speed.share()));
    }

    private static CsvColumn speed(
            String name, Function<TwoSpeeds, TwoSpeeds.Speed> speed, ToDoubleFunction<TwoSpeeds.Speed> value) {
        return figure(
                name,
                summary -> summary.twoSpeeds()
                        .map(speeds -> decimal(value.applyAsDouble(speed.apply(speeds)), DIGITS))
                        .orElse(CsvColumn.NONE));
    }
}
