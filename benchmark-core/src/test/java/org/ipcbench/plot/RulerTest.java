package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.junit.jupiter.api.Test;

class RulerTest {
    private static final Ruler REFERENCE = new Ruler(new Axis("ns", Scale.LINEAR), new Range(0, 12_000), 0, 100);

    @Test
    void allLabelsStandWhereThereIsRoom() {
        assertThat(texts(1)).containsExactly("0", "2000", "4000", "6000", "8000", "10000", "12000");
    }

    @Test
    void labelsThatRemainWithLessRoomAreEven() {
        assertThat(texts(4)).containsExactly("0", "4000", "8000", "12000");
    }

    @Test
    void valuesOutsideTheRangeHaveNoLabel() {
        Axis axis = new Axis("µs", Scale.DECADES);
        double[] ends = {axis.scale().position(3), axis.scale().position(30)};

        assertThat(new Ruler(axis, new Range(ends[0], ends[1]), 0, 100).marks(0))
                .extracting(Ruler.ShownTick::text)
                .containsExactly("5", "10", "20");
    }

    @Test
    void ofLabelsAtUnevenDistancesThoseStandForWhichThereIsRoomAndTheLast() {
        Axis rates = new Axis("rate", Scale.LINEAR, List.of(0.0, 10.0, 60.0, 65.0, 96.0, 100.0));

        assertThat(new Ruler(rates, new Range(0, 100), 0, 100).marks(4))
                .extracting(Ruler.ShownTick::text)
                .containsExactly("0", "", "60", "", "", "100");
    }

    private static List<String> texts(double letter) {
        return REFERENCE.marks(letter).stream()
                .map(Ruler.ShownTick::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
