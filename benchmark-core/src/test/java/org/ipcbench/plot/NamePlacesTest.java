package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamePlacesTest {
    private static final LinePainter.NamePlaces PLACES = new LinePainter.NamePlaces(10, 0, 100);

    @Test
    void namesWithRoomStayBesideTheirLines() {
        assertThat(PLACES.of(5, 40, 90)).containsExactly(5, 40, 90);
    }

    @Test
    void namesOfTheSamePlaceMoveApart() {
        assertThat(PLACES.of(50, 50, 51)).containsExactly(50, 60, 70);
    }

    @Test
    void namesDoNotLeaveTheChart() {
        assertThat(PLACES.of(98, 99, 100)).containsExactly(80, 90, 100);
    }

    @Test
    void moreNamesThanThereIsRoomForKeepTheirDistance() {
        assertThat(new LinePainter.NamePlaces(10, 0, 15).of(1, 2, 3)).containsExactly(0, 10, 20);
    }
}
