package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.plot.Canvas.Curve;
import org.ipcbench.plot.Canvas.Position;
import org.junit.jupiter.api.Test;

class CurveTest {

    @Test
    void spotsOfAStraightLineAreLeftOut() {
        List<Position> straight = IntStream.rangeClosed(0, 100)
                .mapToObj(x -> new Position(x, 2 * x + (x % 2) * 0.1))
                .toList();

        assertThat(new Curve(straight).bends()).isEqualTo(List.of(new Position(0, 0), new Position(100, 200)));
    }

    @Test
    void bendsStay() {
        List<Position> bent =
                List.of(new Position(0, 0), new Position(50, 0), new Position(60, 10), new Position(100, 10));

        assertThat(new Curve(bent).bends()).isEqualTo(bent);
        assertThat(new Curve(bent).data()).isEqualTo("M0 0L50 0L60 10L100 10");
    }
}
