package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodecTableTest {
    @Test
    void callIsSplitBesideOneWithoutACodec() {
        CellResult raw = of(cell(Codecs.RAW), null);
        CellResult coded = of(
                cell("xml"),
                new Measurement.Split(
                        new CallParts(100, 450, 3_000, 35_000, 5_000, 24),
                        new CallParts(90, 460, 6_000, 500, 4_000, 23)));

        String text = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                .of(new RunResult(List.of(raw, coded), false))
                .replaceAll(" +", " ");

        assertThat(text)
                .contains("what a call consists of")
                .contains("| post | raw | 400 |")
                .contains("| post | xml | 910 |")
                .contains("post: of 43.0 us, 18.0 are xml (42 %)")
                .containsOnlyOnce("raw has no parts: there is no codec")
                .contains("| 24.5 ± 0.0 | 43.0 ± 0.0 |")
                .contains("reads the clock 4 times on each side, for up to 24 ns each");
    }

    @Test
    void codecsAreRankedInOneTable() {
        String text = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                .of(new RunResult(List.of(of(cell(Codecs.RAW), null), of(cell("xml"), null)), false))
                .replaceAll(" +", " ");

        assertThat(text).containsOnlyOnce("blocking wait").contains("| rank | transport | codec |", "| post | xml |");
    }

    private static Cell cell(String codec) {
        return Cell.of(
                ListedTransport.of("post"),
                new PingPong(new Extent.Count(1), Shape.of(200).coded(codec), Payload.TOUCHED));
    }

    private static CellResult of(Cell cell, Measurement.@Nullable Split split) {
        return new CellResult(
                cell,
                3,
                IntStream.rangeClosed(1, 3)
                        .mapToObj(iteration -> SampleCells.measured(
                                cell,
                                iteration,
                                SampleCells.measured(cell, iteration, 1, 2_000)
                                        .measurement()
                                        .orElseThrow()
                                        .draft()
                                        .split(split)
                                        .measurement()))
                        .toList());
    }
}
