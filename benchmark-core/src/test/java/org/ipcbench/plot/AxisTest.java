package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.plot.Scale.Tick;
import org.junit.jupiter.api.Test;

final class AxisTest {
    @Test
    void fewValuesAreLabelledWhereTheyStand() {
        assertThat(labels(List.of(300.0, 70.0, 300.0))).containsExactly("70", "300");
    }

    @Test
    void manyValuesLeaveTheLabelsToTheScale() {
        List<Double> rates =
                IntStream.range(0, 50).mapToObj(i -> 101.0 + 13 * i).toList();

        assertThat(labels(rates)).contains("200", "500").hasSizeLessThan(rates.size());
    }

    private static List<String> labels(List<Double> values) {
        return new Axis("rate", Scale.DECADES, values)
                .ticks(Scale.DECADES.around(70, 800)).stream().map(Tick::shown).toList();
    }
}
