package org.ipcbench.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.result.CellNames;
import org.junit.jupiter.api.Test;

class CellListTest {
    private static String text(Cell... cells) {
        return new CellList(List.of(cells), new CellNames(List.of(Dimension.RATE, Dimension.SPIN))).of(List.of(cells));
    }

    private static Cell cell(String id, int rate, long spinMicros) {
        return SampleLoads.spinning(SampleLoads.cell(id, rate), new Spin(1_000 * spinMicros));
    }

    @Test
    void valuesOfOneDimensionAreOneGroup() {
        assertThat(text(cell("pipe", 10_000, 10), cell("pipe", 10_000, 50), cell("pipe", 10_000, 200)))
                .isEqualTo("pipe, 1024 bytes, rate 10000, spin 10us, 50us, 200us");
        assertThat(text(
                        cell("pipe", 10_000, 10),
                        cell("uds", 10_000, 10),
                        cell("pipe", 20_000, 10),
                        cell("uds", 20_000, 10)))
                .isEqualTo("pipe, uds, 1024 bytes, rate 10000, 20000, spin 10us");
    }

    @Test
    void cellsThatDifferInMoreAreNot() {
        assertThat(text(cell("pipe", 10_000, 10), cell("pipe", 20_000, 50)))
                .isEqualTo("pipe, 1024 bytes, rate 10000, spin 10us; pipe, 1024 bytes, rate 20000, spin 50us");
        assertThat(text(cell("pipe", 10_000, 10), cell("uds", 10_000, 50)))
                .isEqualTo("pipe, 1024 bytes, rate 10000, spin 10us; uds, 1024 bytes, rate 10000, spin 50us");
        assertThat(text(cell("pipe", 10_000, 10), SampleLoads.cell("pipe", 10_000)))
                .isEqualTo("pipe, 1024 bytes, rate 10000, spin 10us; pipe, 1024 bytes, rate 10000");
    }
}
