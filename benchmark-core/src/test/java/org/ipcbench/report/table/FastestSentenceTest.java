package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.figure.Ranking;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class FastestSentenceTest {
    private static final double[] STEADY = {1, 1.01, 0.99, 1.005, 0.995};

    @Test
    void oneSizeHasItsFastestTransportAndTheNext() {
        assertThat(sentence(cell("post", 64, 1, STEADY), cell("pigeon", 64, 0.5, STEADY)))
                .startsWith("pigeon is the fastest (2 MiB/s, 95 % interval 1.98 to 2.02);"
                        + " next is post, which takes 2.00 ± ")
                .endsWith(" times as long.");
    }

    @Test
    void cellsThatCannotBeToldApartAreNamed() {
        assertThat(sentence(cell("post", 64, 1, 1, 1.1, 0.9), cell("pigeon", 64, 1, 1.05, 0.92, 1.03)))
                .isEqualTo("post and pigeon cannot be told apart.");
    }

    @Test
    void sharedFirstPlaceNamesWhoShareIt() {
        assertThat(sentence(
                        cell("post", 64, 1, 1, 1.1, 0.9),
                        cell("pigeon", 64, 1, 1.05, 0.92, 1.03),
                        cell("bottle", 64, 9, STEADY)))
                .startsWith("post and pigeon share the first place; next is bottle, which takes ");
    }

    @Test
    void neighbouringSizesOfOneWinnerAreARange() {
        assertThat(sentence(
                        cell("post", 64, 0.5, STEADY),
                        cell("post", 128, 0.5, STEADY),
                        cell("post", 256, 1, STEADY),
                        cell("pigeon", 64, 1, STEADY),
                        cell("pigeon", 128, 1, STEADY),
                        cell("pigeon", 256, 0.5, STEADY)))
                .startsWith("post is the fastest at 64 to 128 bytes (64 bytes: 2 MiB/s")
                .contains("); pigeon is the fastest at 256 bytes (2 MiB/s");
    }

    /** Both are equal at every second of the small sizes. */
    @Test
    void leadersOfManyStretchesHaveTheirRanges() {
        List<CellResult> cells = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            cells.add(cell("post", 64 << i, i < 4 ? 0.5 : 1, STEADY));
            cells.add(cell("pigeon", 64 << i, i >= 4 || i % 2 == 0 ? 0.5 : 1, STEADY));
        }

        assertThat(sentence(cells.toArray(CellResult[]::new)))
                .isEqualTo("post leads or shares the lead up to 512 bytes, pigeon from 1024 bytes on.");
    }

    @Test
    void ratesAreNamedAsRates() {
        List<CellResult> cells = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            cells.add(SampleLoads.carried(SampleLoads.cell("post", 1_000 << i), i % 2 == 0 ? 2_000 : 9_000));
            cells.add(SampleLoads.carried(SampleLoads.cell("pigeon", 1_000 << i), i % 2 == 0 ? 9_000 : 2_000));
        }

        assertThat(sentence(cells.toArray(CellResult[]::new))).isEqualTo("post leads at 3 of 5 rates, pigeon at 2.");
        assertThat(sentence(cells.get(0), cells.get(1), cells.get(4), cells.get(5)))
                .startsWith(
                        "post is the fastest at 1024 bytes, 1000 to 4000 messages/s (1024 bytes, 1000 messages/s: p99");
        assertThat(sentence(cells.subList(0, 2).toArray(CellResult[]::new)))
                .as("a single rate")
                .startsWith("post is the fastest (p99 2 µs");
    }

    @Test
    void manyChangesAreCounted() {
        List<CellResult> cells = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            cells.add(cell("post", 64 << i, i % 2 == 0 ? 0.5 : 1, STEADY));
            cells.add(cell("pigeon", 64 << i, i % 2 == 0 ? 1 : 0.5, STEADY));
        }

        assertThat(sentence(cells.toArray(CellResult[]::new))).isEqualTo("post leads at 3 of 5 sizes, pigeon at 2.");
    }

    @Test
    void unrepeatedRanksMayBeChance() {
        assertThat(sentence(cell("post", 64, 1, 1), cell("pigeon", 64, 0.5, 1)))
                .isEqualTo(
                        "pigeon (unrepeated) is the fastest (2 MiB/s); next is post (unrepeated), which takes 2.00 times as"
                                + " long. With fewer than three rounds, that may be chance.");
    }

    @Test
    void aSingleTransportHasItsFirstAndItsLastFigure() {
        assertThat(sentence(cell("post", 64, 1, STEADY), cell("post", 128, 0.5, STEADY)))
                .startsWith("post: 1 MiB/s, 95 % interval 0.99 to 1.01 at 64 bytes, 2 MiB/s, ")
                .endsWith(" at 128 bytes.");
    }

    @Test
    void everyPlacementHasASentenceOfItsOwn() {
        Placement near = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");
        CellResult post = cell("post", 64, 0.5, STEADY);
        CellResult pigeon = cell("pigeon", 64, 1, STEADY);

        assertThat(sentence(post, pigeon, at(near, "post", 2, STEADY), at(near, "pigeon", 1, STEADY)))
                .startsWith("Placement same-cpu: pigeon is the fastest (1 MiB/s")
                .contains(" Placement unpinned: post is the fastest (2 MiB/s");
    }

    @Test
    void withoutFiguresThereIsNoSentence() {
        assertThat(sentence(new CellResult(SampleCells.cell("post", 64), 1, List.of())))
                .isEmpty();
    }

    /** A cell whose iterations took multiples of so many seconds for a mebibyte. */
    private static CellResult cell(String transport, int sizeBytes, double seconds, double... times) {
        return result(SampleCells.cell(ListedTransport.of(transport), sizeBytes), seconds, times);
    }

    private static CellResult at(Placement placement, String transport, double seconds, double... times) {
        return result(
                SampleCells.withPlacement(SampleCells.cell(ListedTransport.of(transport), 64), placement),
                seconds,
                times);
    }

    private static CellResult result(Cell cell, double seconds, double... times) {
        return new CellResult(
                cell,
                times.length,
                IntStream.range(0, times.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds * times[i]))
                        .toList());
    }

    private static String sentence(CellResult... cells) {
        RunResult run = new RunResult(List.of(cells), false);
        return new FastestSentence(run).of(Ranking.of(run));
    }
}
