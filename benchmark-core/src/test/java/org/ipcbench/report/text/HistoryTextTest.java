package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.compare.History;
import org.ipcbench.compare.References;
import org.ipcbench.compare.SampleSides;
import org.ipcbench.compare.Side;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.report.chart.HistoryChart;
import org.ipcbench.report.table.TableStyle;
import org.junit.jupiter.api.Test;

class HistoryTextTest {
    /** The machine and the kernel change in the fifth of seven runs, and so does one of two cells. */
    private static History history() throws NotComparableException {
        List<Side> runs = new ArrayList<>();
        for (int run = 1; run <= 7; run++) {
            double speed = (run < 5 ? 1 : 0.9) + run % 2 * 0.01;
            Origin origin = new Origin(
                    "run" + run,
                    run < 5 ? "1a2b3c4d" : "5e6f7a8b",
                    "boot",
                    Optional.of(SampleSides.NOON.plus(Duration.ofDays(run))),
                    "day " + run);
            runs.add(SampleSides.run(
                    "run" + run,
                    origin,
                    Map.of("kernel.release", run < 5 ? "6.1" : "6.8"),
                    SampleSides.cell("a", 64, speed, speed * 1.01, speed * 0.99),
                    SampleSides.cell("b", 64, 1, 1.01, 0.99 + run % 2 * 0.01)));
        }
        return History.of(runs, References.NONE);
    }

    @Test
    void cellHasARowWithTheRunInWhichItChanged() throws NotComparableException {
        assertThat(new HistoryText(TableStyle.TERMINAL).of(history()))
                .contains(
                        "|   7 | run7 | day 7    |",
                        "run 5 differs from run 4: machine: 1a2b3c4d, now 5e6f7a8b; kernel.release: 6.1, now 6.8",
                        "latency, bytes 64, placement same-cpu; speed in each run as a multiple of the first run's:",
                        "| a         | 1.00 ± 0.02 | 0.99 ± 0.02 |",
                        "| run 5      | 0.9")
                .endsWith("the chance of any wrong change among all 2 cells is at most 5 %" + System.lineSeparator())
                .containsOnlyOnce("| run 5 ");
    }

    @Test
    void markdownAndChartShowTheSame() throws NotComparableException {
        assertThat(new HistoryText(TableStyle.MARKDOWN).of(history())).contains("| a | 1.00 ± 0.02 |", "| run 5 | 0.9");
        assertThat(new PlotImage(HistoryChart.of(history())).svg())
                .contains("history of 7 runs", "a, latency, bytes 64, same-cpu");
    }
}
