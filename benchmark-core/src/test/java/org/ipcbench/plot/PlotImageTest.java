package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlotImageTest {

    @Test
    void aValueOutsideOfItsIntervalIsOnTheAxisToo() {
        Point slow = new Point(64, 1, 10, 20);
        Point fast = new Point(128, 300, 10, 20);
        Plot plot = new Plot(
                "question",
                new Axis("size", Scale.BYTES),
                new Axis("rate", Scale.DECADES),
                List.of(new Line("post", List.of(slow, fast), 1)));

        assertThat(new PlotImage(plot).svg()).contains(">1</text>", ">500</text>");
    }
}
