package org.ipcbench.workload.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.ipcbench.workload.message.ArrivalWindow.Arrival;
import org.junit.jupiter.api.Test;

final class ArrivalWindowTest {
    private final ArrivalWindow window = new ArrivalWindow();

    @Test
    void windowAgreesWithASetOfAllNumbers() {
        Random random = new Random(1);
        Set<Long> seen = new HashSet<>();
        long highest = -1;
        for (int i = 0; i < 200_000; i++) {
            long number = Math.max(0, highest + random.nextInt(3_000) - 1_400 - random.nextInt(1_000));
            Arrival expected =
                    number > highest ? Arrival.AHEAD : seen.contains(number) ? Arrival.REPEATED : Arrival.LATE;
            assertThat(window.note(number)).isEqualTo(expected);
            seen.add(number);
            highest = Math.max(highest, number);
        }
    }

    @Test
    void gapWiderThanTheWindowClearsIt() {
        for (long number = 0; number < 100; number++) {
            window.note(number);
        }
        long far = 5L * ArrivalWindow.LENGTH;

        assertThat(window.note(far + 99)).isEqualTo(Arrival.AHEAD);
        assertThat(window.note(far)).isEqualTo(Arrival.LATE);
        assertThat(window.note(far)).isEqualTo(Arrival.REPEATED);
    }

    @Test
    void messageOlderThanTheWindowCountsAsRepeated() {
        window.note(2L * ArrivalWindow.LENGTH);

        assertThat(window.note(7)).isEqualTo(Arrival.REPEATED);
    }

    @Test
    void numbersOfAnEarlierBatchAreStale() {
        window.note(4);
        window.beginAt(10);

        assertThat(window.note(9)).isEqualTo(Arrival.STALE);
        assertThat(window.note(11)).isEqualTo(Arrival.AHEAD);
        assertThat(window.note(10)).isEqualTo(Arrival.LATE);
    }

    @Test
    void numberFarAheadIsImpossible() {
        assertThat(window.note(ArrivalWindow.MAX_AHEAD)).isEqualTo(Arrival.IMPOSSIBLE);
        assertThat(window.note(-1)).isEqualTo(Arrival.IMPOSSIBLE);
        assertThat(window.note(0)).isEqualTo(Arrival.AHEAD);
    }
}
