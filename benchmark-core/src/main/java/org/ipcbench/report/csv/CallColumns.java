package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.NANOS_PER_MICRO;
import static org.ipcbench.report.csv.CsvColumn.decimal;
import static org.ipcbench.report.csv.CsvColumn.figure;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Dimension;

/** Columns of the CSV about the shape of calls. */
final class CallColumns {
    private CallColumns() {}

    static List<CsvColumn> all() {
        return Stream.concat(
                        Stream.of(Dimension.ANSWER, Dimension.WORK, Dimension.WORK_KIND, Dimension.DEPTH)
                                .map(CsvColumn::dimension),
                        Stream.of(
                                figure("MeasuredWorkMicros", summary -> decimal(summary.workNanos(), NANOS_PER_MICRO))))
                .toList();
    }
}
