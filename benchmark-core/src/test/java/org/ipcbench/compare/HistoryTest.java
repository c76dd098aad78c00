package org.ipcbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.compare.History.CellHistory;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Many runs in the order of their time, and how often a change in them is wrong or missed, by simulation. */
class HistoryTest {
    private static final int TRIALS = 400;
    private static final int RUNS = 12;
    private static final int CELLS = 10;
    private static final double BETWEEN_RUNS = 0.03;
    private static final double WITHIN_A_RUN = 0.02;
    private static final RatesTable TABLE = new RatesTable("history-rates.md");

    @AfterAll
    static void leaveTheTable() throws IOException {
        TABLE.write();
    }

    @Test
    void runsAreInTheOrderOfTheirTime() throws NotComparableException {
        List<Side> runs = new ArrayList<>(
                List.of(at(1, 1.0), at(2, 1.01), at(3, 0.99), at(4, 1.0), at(5, 0.8), at(6, 0.81), at(7, 0.79)));
        Collections.reverse(runs);

        History history = History.of(runs, References.NONE);

        assertThat(history.runs())
                .extracting(Side::name)
                .startsWith("run1", "run2")
                .endsWith("run7");
        assertThat(history.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.changedAt()).contains(4);
            assertThat(cell.change().orElseThrow().ratio().ratio()).isBetween(0.79, 0.81);
            assertThat(cell.relative().get(0).orElseThrow().value()).isEqualTo(1);
        });
        assertThat(history.differences(1)).isEmpty();
    }

    @Test
    void runWithoutTheCellLeavesAGap() throws NotComparableException {
        Side without = run(3, SampleSides.cell("other", 64, 1, 1, 1));

        CellHistory cell = History.of(
                        List.of(at(1, 1.0), at(2, 1.01), without, at(4, 0.99), at(5, 1.0), at(6, 0.8), at(7, 0.81)),
                        References.NONE)
                .cells()
                .get(0);

        assertThat(cell.relative().get(2)).isEmpty();
        assertThat(cell.changedAt()).contains(5);
    }

    @Test
    void fewOrUnlikeRunsAreRefused() {
        assertThatThrownBy(() -> History.of(List.of(at(1, 1.0), at(2, 1.0), at(3, 1.0)), References.NONE))
                .hasMessage("3 runs have no history; give 4 or more");
        assertThatThrownBy(() -> History.of(List.of(at(1, 1.0), at(2, 1.0), at(3, 1.0), at(1, 1.0)), References.NONE))
                .hasMessage("run1 and run1 are the same; give two different ones");
        Side timeless = SampleSides.run(
                "x", new Origin("x", "host", "boot", Optional.empty(), ""), Map.of(), SampleSides.cell("a", 64, 1));
        assertThatThrownBy(() -> History.of(List.of(at(1, 1.0), at(2, 1.0), at(3, 1.0), timeless), References.NONE))
                .hasMessage("x does not tell when it was measured");
    }

    @Test
    void wrongChangeIsRare() throws NotComparableException {
        assertThat(tabled("a wrong change", CELLS, 1)).isLessThanOrEqualTo(6);
        assertThat(tabled("a wrong change", 1, 1)).isLessThanOrEqualTo(6);
    }

    /** A step of 10 % from the seventh of twelve runs on, where runs scatter by 3 %. */
    @Test
    void stepOfTenPercentIsFoundInMostCases() throws NotComparableException {
        assertThat(tabled("a step of 10 % found", 1, 0.9)).isGreaterThanOrEqualTo(90);
        assertThat(tabled("a step of 10 % found", CELLS, 0.9)).isGreaterThanOrEqualTo(60);
    }

    private static double tabled(String what, int cells, double factor) throws NotComparableException {
        double percent = percentChanged(cells, RUNS, factor);
        TABLE.add(what, "%d runs, %d cells".formatted(RUNS, cells), percent);
        return percent;
    }

    /** How often any cell changed, if the first one changes by this factor in the middle and the others do not. */
    private static double percentChanged(int cells, int runs, double factor) throws NotComparableException {
        Noise noise = new Noise();
        int changed = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            List<Side> sides = new ArrayList<>();
            for (int run = 1; run <= runs; run++) {
                MeasuredCell[] measured = new MeasuredCell[cells];
                for (int cell = 0; cell < cells; cell++) {
                    double speed = noise.rate(BETWEEN_RUNS) * (cell == 0 && run > runs / 2 ? factor : 1);
                    measured[cell] = SampleSides.cell(
                            "t" + cell,
                            64,
                            speed * noise.rate(WITHIN_A_RUN),
                            speed * noise.rate(WITHIN_A_RUN),
                            speed * noise.rate(WITHIN_A_RUN));
                }
                sides.add(run(run, measured));
            }
            boolean any = History.of(sides, References.NONE).cells().stream()
                    .anyMatch(cell -> cell.change().isPresent());
            changed += any ? 1 : 0;
        }
        return 100.0 * changed / TRIALS;
    }

    private static Side at(int hour, double speed) {
        return run(hour, SampleSides.cell("a", 64, speed, speed * 1.01, speed * 0.99));
    }

    private static Side run(int hour, MeasuredCell... cells) {
        String name = "run" + hour;
        return SampleSides.run(
                name,
                new Origin(
                        name,
                        "host",
                        "boot",
                        Optional.of(SampleSides.NOON.plus(Duration.ofHours(hour))),
                        "hour " + hour),
                Map.of(),
                cells);
    }
}
