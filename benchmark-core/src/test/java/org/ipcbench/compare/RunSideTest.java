package org.ipcbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.SideComparison.ComparedCell;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

final class RunSideTest {
    private static final Cell FINE = SampleCells.cell("fine", 1024);
    private static final Cell TWO_SPEEDS = SampleCells.cell("twofold", 1024);
    private static final Cell ABSENT =
            SampleCells.cell(ListedTransport.absent("absent", "no library", "install it"), 1024);
    private static final Cell BROKEN = SampleCells.cell("broken", 1024);
    private static final Cell TRIP = SampleCells.roundTrips(ListedTransport.of("trip"), 1024);

    @Test
    void cellsAreMatchedByTheirDimensions() {
        Cell wide = SampleCells.withBuffer(FINE, 65536);

        assertThat(RunSide.cells(new RunResult(List.of(result(FINE, 1, 2, 4), result(wide, 1, 2, 4)), false)))
                .extracting(cell -> cell.key().text())
                .containsExactly(
                        "fine, throughput, bytes 1024, unpinned",
                        "fine, throughput, bytes 1024, buffer 65536, unpinned");
    }

    @Test
    void speedsAreTheRatesOfTheRounds() {
        MeasuredCell cell = only(result(FINE, 1, 2, 4));

        assertThat(cell.speeds())
                .containsOnlyKeys(1, 2, 3)
                .containsEntry(1, 1024.0)
                .containsEntry(3, 256.0);
        assertThat(cell.unit()).isEqualTo("MiB/s");
        assertThat(cell.score()).hasValue((1 + 0.5 + 0.25) / 3);
        assertThat(only(result(TRIP, 1, 1, 1)).unit()).isEqualTo("round trips/s");
        assertThat(only(result(TRIP, 1, 1, 1)).score()).hasValue(1024);
    }

    /** At a given rate, who has the lower tail is faster. */
    @Test
    void loadIsKnownAndComparedByItsTail() {
        MeasuredCell cell = only(SampleLoads.carried(SampleLoads.cell("fine", 10_000), 2_000, 4_000));
        MeasuredCell tooMuch = only(SampleLoads.result(SampleLoads.cell("fine", 10_000), 0.5, 2_000));

        assertThat(cell.key().text()).isEqualTo("fine, load, bytes 1024, unpinned, offered/s 10000, poisson, sleep");
        assertThat(cell.unit()).isEqualTo("us at p99");
        assertThat(cell.score().orElseThrow()).isCloseTo(4, within(0.01));
        assertThat(cell.speeds().get(1)).isCloseTo(1e9 / 4_000, within(1_000.0));
        assertThat(tooMuch.obstacle()).startsWith("5000 of 10000 messages/s arrived");
        assertThat(tooMuch.score()).isEmpty();
    }

    /** Too few samples for a p99 on one side: a tail is not compared with a median. */
    @Test
    void loadSaysByWhichPercentileItIsCompared() throws SideComparison.NotComparableException {
        Cell load = SampleLoads.cell("fine", 10_000);
        MeasuredCell few = only(SampleLoads.sampled(load, 1_000, 999, 1_000));

        assertThat(few.unit()).isEqualTo("us at p50");
        assertThat(few.score()).isPresent();
        assertThat(SideComparison.of(
                                SampleSides.run("base", only(SampleLoads.sampled(load, 1_000, 1_000, 1_000))),
                                List.of(SampleSides.run("new", few)),
                                References.NONE)
                        .get(0)
                        .cells())
                .extracting(ComparedCell::why)
                .containsExactly("us at p99 in BASE, us at p50 in NEW");
    }

    @Test
    void cellWithoutAFigureSaysWhyItCannotBeCompared() {
        CellResult failed = new CellResult(BROKEN, 1, List.of(SampleCells.failed(BROKEN, 1, "it died")));

        assertThat(only(failed).obstacle()).isEqualTo("it died");
        assertThat(only(new CellResult(ABSENT, 3, List.of())).obstacle()).contains("no library", "install it");
    }

    @Test
    void cellWithTwoSpeedsIsComparedAndSaysSo() {
        MeasuredCell cell = only(result(TWO_SPEEDS, 1, 1.01, 0.99, 1, 4, 4.02, 3.98, 4));

        assertThat(cell.obstacle()).isEmpty();
        assertThat(cell.speeds()).hasSize(8);
        assertThat(cell.verdict()).isEqualTo("suspect (two speeds)");
    }

    private static MeasuredCell only(CellResult result) {
        return RunSide.cells(new RunResult(List.of(result), false)).get(0);
    }

    private static CellResult result(Cell cell, double... seconds) {
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i]))
                        .toList());
    }
}
