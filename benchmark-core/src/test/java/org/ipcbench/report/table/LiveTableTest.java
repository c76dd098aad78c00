package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class LiveTableTest {
    private static final Cell BROKEN = SampleCells.cell("broken", 1024);
    private static final RunResult RUN = new RunResult(
            List.of(
                    new CellResult(SampleCells.cell("waiting", 1024), 3, List.of()),
                    SampleCells.result(SampleCells.cell("slow", 1024), 4),
                    new CellResult(BROKEN, 1, List.of(SampleCells.failed(BROKEN, 1, "the server died"))),
                    SampleCells.result(SampleCells.cell("fast", 1024), 0.25)),
            false);

    @Test
    void cellsStandInTheirPresentOrderAndThoseNotYetMeasuredAreLeftOut() {
        assertThat(names(lines(RUN, 80, 30))).containsExactly("transport", "fast", "slow", "broken");
    }

    @Test
    void bestCellsAreShownWhereTheTerminalHasFewRows() {
        List<String> lines = lines(RUN, 80, 7);

        assertThat(names(lines)).containsExactly("transport", "fast");
        assertThat(lines).hasSize(7).last().isEqualTo("… 2 more");
    }

    @Test
    void noLineIsLongerThanTheTerminalIsWide() {
        assertThat(lines(RUN, 19, 30)).isNotEmpty().allMatch(line -> line.length() <= 19);
    }

    @Test
    void brokenHeaderLeavesRoomForTheBestCell() {
        assertThat(names(lines(RUN, 50, 9))).contains("fast");
    }

    @Test
    void nothingIsShownBeforeTheFirstFigureAndWhereThereIsNoRoom() {
        assertThat(lines(new RunResult(RUN.cells().subList(0, 1), false), 80, 30))
                .isEmpty();
        assertThat(lines(RUN, 80, 3)).isEmpty();
    }

    private static List<String> lines(RunResult run, int columns, int rows) {
        return new LiveTable(Locale.ENGLISH).lines(run, columns, rows);
    }

    private static List<String> names(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split("\\|", -1)[2].strip())
                .toList();
    }
}
