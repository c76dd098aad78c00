package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.junit.jupiter.api.Test;

class RatesTest {
    private final Rates rates =
            new Rates(List.of(MadeUpMeasurement.of(64, 1_000).measurement()));

    @Test
    void noTimeIsNegative() {
        assertThat(rates.interval(new Sample(1, 9, 2)).map(Interval::low)).contains(0.0);
    }

    /** As the time of a transport is if the parts of a call were seen to take longer than the call. */
    @Test
    void differenceMayBe() {
        Interval interval = rates.interval(new Sample(-5, -6, -7)).orElseThrow();

        assertThat(interval.low()).isLessThan(-7);
        assertThat(interval.high()).isNegative();
    }
}
