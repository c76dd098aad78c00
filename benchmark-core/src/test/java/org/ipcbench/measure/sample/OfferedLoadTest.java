package org.ipcbench.measure.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.junit.jupiter.api.Test;

final class OfferedLoadTest {
    private static final long SCHEDULE_NANOS = 500_000_000;

    @Test
    void offersOfSeveralSendersAreAddedUpAndTheLatestIsTold() {
        OfferedLoad punctual = new OfferedLoad(1_000, 0, SCHEDULE_NANOS, 7, new Lateness(40, 50, 60, 900));
        OfferedLoad late = new OfferedLoad(500, 30, SCHEDULE_NANOS, 5, new Lateness(10, 70, 80, 90));

        OfferedLoad both = OfferedLoad.ofAll(List.of(punctual, late)).orElseThrow();

        assertThat(both).isEqualTo(new OfferedLoad(1_500, 30, SCHEDULE_NANOS, 12, new Lateness(40, 70, 80, 900)));
        assertThat(both.perSecond()).isEqualTo(3_000);
        assertThat(both.notSentShare()).isEqualTo(0.02);
    }

    @Test
    void offerOfOneStaysAndNobodyOffersNothing() {
        OfferedLoad alone = new OfferedLoad(10, 1, SCHEDULE_NANOS, 3, new Lateness(1, 2, 3, 4));

        assertThat(OfferedLoad.ofAll(List.of(alone))).hasValue(alone);
        assertThat(OfferedLoad.ofAll(List.of())).isEmpty();
    }
}
