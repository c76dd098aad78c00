package org.ipcbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.report.html.Curve.Spot;
import org.junit.jupiter.api.Test;

class CurveTest {

    @Test
    void spotsOfAStraightLineAreLeftOut() {
        List<Spot> straight = IntStream.rangeClosed(0, 100)
                .mapToObj(x -> new Spot(x, 2 * x + (x % 2) * 0.1))
                .toList();

        assertThat(new Curve(straight).path()).isEqualTo("M0 0L100 200");
    }

    @Test
    void bendsStay() {
        assertThat(new Curve(List.of(new Spot(0, 0), new Spot(50, 0), new Spot(60, 10), new Spot(100, 10))).path())
                .isEqualTo("M0 0L50 0L60 10L100 10");
    }
}
