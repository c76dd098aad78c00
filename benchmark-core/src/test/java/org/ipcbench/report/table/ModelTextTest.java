package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.file.ModelFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelTextTest {
    private static final int[] SIZES = {64, 256, 1024, 4096, 16384, 65536};
    private static final double[] WOBBLE = {1.01, 0.99, 1.0, 1.01, 0.99, 1.0};
    private static final double[] SCATTER = {0.99, 1, 1.01};
    private static final RunResult RUN = run(
            sweep("post", SIZES.length, kibibytes -> 10_000 + 100 * kibibytes),
            sweep("pigeon", SIZES.length, kibibytes -> 5_000 + 1_000 * kibibytes),
            sweep("owl", 4, kibibytes -> 17_000));

    @TempDir
    private Path directory;

    @Test
    void tableTellsTheCostsTheCrossoverAndWhyThereIsNoModel() {
        assertThat(text(RUN, Locale.ENGLISH))
                .containsSubsequence(
                        "latency, placement unpinned, blocking wait: time of a round trip = fixed ns + ns/KiB × size:",
                        "| transport | from | to | fixed ns | ns/KiB | scatter | worst size |",
                        "| post | 64 B | 64 KiB | 100",
                        "| pigeon | 64 B | 64 KiB | 50",
                        "pigeon is faster at 4 KiB, post at 16 KiB",
                        "owl, latency, placement unpinned: no cost model: 4 sizes, needs 5 or more");
    }

    @Test
    void decimalsFollowTheLocale() {
        assertThat(text(RUN, Locale.GERMANY)).containsPattern("\\d,\\d %");
    }

    @Test
    void runOfOneOrTwoSizesHasNoText() {
        assertThat(text(run(sweep("post", 2, kibibytes -> 5_000)), Locale.ENGLISH))
                .isEmpty();
    }

    @Test
    void fileHasARowForEachTransportAndEachCrossover() throws IOException {
        new ModelFile(directory, warning -> assertThat(warning).isNull()).write(RUN);

        assertThat(directory.toFile().list()).containsExactly("model.csv");
        List<String> rows = Files.readAllLines(directory.resolve("model.csv"));
        assertThat(rows).hasSize(5);
        assertThat(rows.get(0))
                .startsWith("Transport,Workload,BufferSize,Placement,Variant,Host,FromBytes,ToBytes,FixedNanos,")
                .endsWith(",Reason,Below,Above,CrossoverBytes,CrossoverCiLowBytes,CrossoverCiHighBytes,TimesFastest");
        assertThat(rows.get(1))
                .startsWith("post,latency,,unpinned,,,64,65536,100")
                .endsWith(",,,,,,,");
        assertThat(rows.get(3)).endsWith(",\"4 sizes, needs 5 or more\",,,,,,");
        assertThat(rows.get(4))
                .startsWith(",latency,,unpinned,,,,,")
                .contains(",pigeon,post,")
                .endsWith(",4096,16384,1.000");
    }

    @Test
    void runWithoutSweepLeavesNoFiles() throws IOException {
        new ModelFile(directory, warning -> assertThat(warning).isNull())
                .write(run(sweep("post", 2, kibibytes -> 5_000)));

        assertThat(directory).isEmptyDirectory();
    }

    private static String text(RunResult run, Locale locale) {
        return new ModelText(locale).of(run).replaceAll(" {2,}", " ");
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static RunResult run(List<CellResult>... sweeps) {
        return new RunResult(Arrays.stream(sweeps).flatMap(List::stream).toList(), false);
    }

    private static List<CellResult> sweep(String id, int sizes, DoubleUnaryOperator nanosByKibibytes) {
        return IntStream.range(0, sizes)
                .mapToObj(i -> {
                    Cell cell = SampleCells.roundTrips(ListedTransport.of(id), SIZES[i]);
                    double nanos = WOBBLE[i] * nanosByKibibytes.applyAsDouble(SIZES[i] / 1024.0);
                    double seconds = nanos * ((double) (1 << 20) / SIZES[i]) / 1e9;
                    return new CellResult(
                            cell,
                            SCATTER.length,
                            IntStream.range(0, SCATTER.length)
                                    .mapToObj(round -> SampleCells.measured(cell, round + 1, SCATTER[round] * seconds))
                                    .toList());
                })
                .toList();
    }
}
