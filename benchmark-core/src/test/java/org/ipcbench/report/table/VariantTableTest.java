package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.words.FigureFormat;
import org.junit.jupiter.api.Test;

/** Rounds that differ by a factor of four, in which each variant takes the same multiple of the first one's time. */
class VariantTableTest {
    private static final Variant OLD = new Variant("JDK 17.0.15");
    private static final Variant NEW = new Variant("JDK 25.0.3");
    private static final double[] ROUNDS = {1, 2, 4, 1.5, 3};

    private final List<CellResult> results = new ArrayList<>();

    @Test
    void variantIsComparedWithTheFirstWithinRounds() {
        add(SampleCells.cell("post", 1024), 1.25);

        assertThat(tables())
                .contains("throughput, 1024 bytes, placement unpinned; rate ÷ rate of JDK 17.0.15 in the same rounds:")
                .contains("| transport | variant | ratio | difference |")
                .contains("| post | JDK 25.0.3 | 0.800 ± 0.000 | slower |")
                .doesNotContain("miss the truth");
        assertThat(tables()).as("the closing table").contains("| rank | transport | variant | MiB/s |");
    }

    /** A load's rate is given. */
    @Test
    void loadIsComparedByItsTailAndSaysSo() {
        Cell load = SampleLoads.cell("post", 10_000);
        results.add(SampleLoads.carried(load.withVariant(OLD), 20_000));
        results.add(SampleLoads.carried(load.withVariant(NEW), 25_000));

        assertThat(tables())
                .contains("; speed (1 / p99) ÷ speed of JDK 17.0.15 in the same rounds:")
                .contains("| post | JDK 25.0.3 | 0.800 ± 0.000 |");
        assertThat(new VariantTable(new FigureFormat(Locale.ENGLISH)).sentences(new RunResult(results, false)))
                .singleElement()
                .asString()
                .endsWith(", 0.800 ± 0.000 times the speed (1 / p99)");
    }

    @Test
    void everyCellHasARowThatNamesInWhatItDiffers() {
        add(SampleCells.cell("post", 64), 0.8);
        add(SampleCells.cell("post", 128), 1);
        add(SampleCells.roundTrips(ListedTransport.of("string"), 64), 1.6);

        assertThat(tables())
                .contains("placement unpinned; rate ÷ rate of JDK 17.0.15 in the same rounds:")
                .contains(
                        "| transport | question | bytes | variant | ratio | extra us | difference | detectable from |")
                .contains("| post | throughput | 64 | JDK 25.0.3 | 1.250 ± 0.000 | | faster | |")
                .contains("| post | throughput | 128 | JDK 25.0.3 | 1.000 ± 0.000 | | no difference seen | 0.0 % |")
                .contains("| string | latency | 64 | JDK 25.0.3 | 0.625 ± 0.000 | +")
                .contains(" | slower | |")
                .contains("of 100 intervals 5 miss the truth; the chance of any wrong outcome among these 3 is 5 %");
    }

    @Test
    void fewRoundsHaveNoOutcomeAndMissingFiguresAreNamed() {
        Cell brief = SampleCells.cell("brief", 64);
        results.add(SampleCells.result(brief.withVariant(OLD), 1));
        results.add(SampleCells.result(brief.withVariant(NEW), 2));
        Cell broken = SampleCells.cell("broken", 64);
        results.add(SampleCells.result(broken.withVariant(OLD), 1));
        results.add(failed(broken.withVariant(NEW)));
        Cell mended = SampleCells.cell("mended", 64);
        results.add(failed(mended.withVariant(OLD)));
        results.add(SampleCells.result(mended.withVariant(NEW), 1));
        Cell lost = SampleCells.cell("lost", 64);
        results.add(failed(lost.withVariant(OLD)));
        results.add(failed(lost.withVariant(NEW)));

        assertThat(tables())
                .contains("| brief | JDK 25.0.3 | 0.500 | unrepeated |")
                .contains("| broken | JDK 25.0.3 | | failed |")
                .contains("| mended | JDK 25.0.3 | | JDK 17.0.15 failed |")
                .doesNotContain("| lost | JDK 25.0.3 | | failed |");
    }

    @Test
    void runWithoutVariantsHasNoSuchTable() {
        results.add(SampleCells.result(SampleCells.cell("post", 64), 1));
        results.add(SampleCells.result(SampleCells.cell("string", 64), 2));

        assertThat(tables()).doesNotContain("same rounds", "difference");
    }

    @Test
    void ratiosFollowTheDimensionsInTheCsv() throws IOException {
        add(SampleCells.cell("post", 1024), 1.25);

        assertThat(new CsvReport(RunOrigin.UNKNOWN)
                        .text(new RunResult(results, false))
                        .lines())
                .satisfiesExactly(
                        header -> assertThat(header)
                                .contains(
                                        ",Variant,Host,RatioToFirstVariant,RatioToFirstVariantCiLow,RatioToFirstVariantCiHigh,Clients,"),
                        first -> assertThat(first).contains(",JDK 17.0.15,,,,,1,,,,,,,,,,,,,,,,,,,,,,,,,"),
                        other -> assertThat(other)
                                .contains(",JDK 25.0.3,,0.800000,0.800000,0.800000,1,,,,,,,,,,,,,,,,,,,,,,,,,"));
    }

    /** A round trip of 64 bytes takes 61 µs a second of an iteration. */
    @Test
    void differencesAndTheirLimitsAreInTheCsv() throws IOException {
        Cell string = SampleCells.roundTrips(ListedTransport.of("string"), 64);
        add(string, 1.25);
        add(SampleCells.cell("post", 1024), 1);

        List<String> rows = new CsvReport(RunOrigin.UNKNOWN)
                .text(new RunResult(results, false))
                .lines()
                .toList();

        assertThat(rows.get(0))
                .contains(",MicrosLongerThanFirstVariant,MicrosLongerThanFirstVariantCiLow,"
                        + "MicrosLongerThanFirstVariantCiHigh,MinimumDetectableDifferencePercent,SizeClassBytes");
        String header = rows.get(0);
        long behind = header.substring(header.indexOf(",SizeClassBytes"))
                .chars()
                .filter(character -> character == ',')
                .count();
        String others = "(,[^,]*){%d}".formatted(behind);
        assertThat(rows.get(1)).matches(".*,,,," + others);
        assertThat(rows.get(2)).as("a difference seen").matches(".*,31\\.\\d{6},\\d+\\.\\d{6},\\d+\\.\\d{6}," + others);
        assertThat(rows.get(4)).as("a rate, and none seen").matches(".*,,,,0\\.000000" + others);
    }

    /** A cell of both variants, of which the second takes so many times as long. */
    private void add(Cell cell, double factor) {
        results.add(repeated(cell.withVariant(OLD), 1));
        results.add(repeated(cell.withVariant(NEW), factor));
    }

    private static CellResult repeated(Cell cell, double factor) {
        return new CellResult(
                cell,
                ROUNDS.length,
                IntStream.range(0, ROUNDS.length)
                        .mapToObj(round -> SampleCells.measured(cell, round + 1, ROUNDS[round] * factor))
                        .toList());
    }

    private static CellResult failed(Cell cell) {
        return new CellResult(cell, 1, List.of(SampleCells.failed(cell, 1, "the server died")));
    }

    /** All tables, with single spaces. */
    private String tables() {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                .of(new RunResult(results, false))
                .replaceAll(" +", " ");
    }
}
