package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.NANOS_PER_MICRO;
import static org.ipcbench.report.csv.CsvColumn.decimal;
import static org.ipcbench.report.csv.CsvColumn.figure;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.plan.cell.Dimension;

/** Columns of the CSV that are empty except for loads. */
final class LoadColumns {
    private static final double PERCENT = 100;

    private LoadColumns() {}

    static List<CsvColumn> all() {
        return Stream.concat(Dimension.OF_LOADS.stream().map(CsvColumn::dimension), figures().stream())
                .toList();
    }

    private static List<CsvColumn> figures() {
        return List.of(
                load("AchievedMessagesPerSecond", LoadFigures::achievedPerSecond),
                load("AchievedPercent", load -> PERCENT * load.achievedShare()),
                load("NotSentPercent", load -> PERCENT * load.notSentShare()),
                load("SenderLatenessP50Micros", load -> load.lateP50Nanos() / NANOS_PER_MICRO),
                load("SenderLatenessP99Micros", load -> load.lateP99Nanos() / NANOS_PER_MICRO),
                load("SenderLatenessMaxMicros", load -> load.latestNanos() / NANOS_PER_MICRO));
    }

    private static CsvColumn load(String name, ToDoubleFunction<LoadFigures> value) {
        return figure(
                name,
                summary -> summary.load()
                        .map(load -> decimal(value.applyAsDouble(load), 3))
                        .orElse(CsvColumn.NONE));
    }
}
