package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

final class DoubtLinesTest {
    private static final long MICRO = 1_000;

    private static CellResult ofSeconds(String id, double... seconds) {
        Cell cell = trips(id);
        return result(
                cell,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i], MICRO))
                        .toList());
    }

    private static CellResult ofLatencies(String id, long... nanos) {
        Cell cell = trips(id);
        return result(
                cell,
                IntStream.range(0, nanos.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, 1, nanos[i]))
                        .toList());
    }

    private static Cell trips(String id) {
        return SampleCells.roundTrips(ListedTransport.of(id), 1024);
    }

    private static CellResult result(Cell cell, List<IterationResult> iterations) {
        return new CellResult(cell, iterations.size(), iterations);
    }

    private static List<String> lines(CellResult... cells) {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                .doubts(new RunResult(List.of(cells), false))
                .lines()
                .toList();
    }

    @Test
    void observationThatNotAllCellsShareNamesItsCells() {
        assertThat(lines(ofSeconds("rate", 1, 0.7, 1.4), ofLatencies("tail", 1_000, 2_000, 1_500)))
                .singleElement()
                .asString()
                .matches("rate, tail, 1024 bytes, wide: the mean rate is uncertain by ± \\d+ % \\(rate\\);"
                        + " the interval of p50 spans a factor of \\d\\.\\d \\(tail\\);"
                        + " the interval of p99 spans a factor of \\d\\.\\d \\(tail\\), use more iterations \\(-i\\)");
        assertThat(lines(ofSeconds("rate", 1, 0.7, 1.4), ofSeconds("other", 1, 0.6, 1.5)))
                .singleElement()
                .asString()
                .matches("rate, other, 1024 bytes, wide: the mean rate is uncertain by ± \\d+ to \\d+ %, use .*");
    }

    @Test
    void twoSpeedsHaveALineForEachCell() {
        assertThat(lines(ofSeconds("torn", 1, 1.01, 1.02, 0.25, 0.26), ofSeconds("split", 2, 2.02, 2.04, 0.5, 0.52)))
                .hasSize(2)
                .anyMatch(line -> line.startsWith("torn, 1024 bytes, two-speeds: two speeds: 2"))
                .anyMatch(line -> line.startsWith("split, 1024 bytes, two-speeds: two speeds: 4"));
    }

    @Test
    void cellsThatWereMeasuredOnceOrTwiceShareALine() {
        assertThat(lines(ofSeconds("once", 1), ofSeconds("twice", 1, 1)))
                .containsExactly("all cells, not-repeated: measured once or twice, use -i 3 or more");
    }
}
