package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.ipcbench.analysis.Reason.Kind;
import org.ipcbench.measure.Iteration;
import org.ipcbench.measure.Measurement;
import org.junit.jupiter.api.Test;

/** Measurements that provoke each doubt, and some that just do not. */
final class DoubtsTest {

    @Test
    void threeSteadyIterationsLeaveNoDoubt() {
        assertThat(reasons(Iteration.of(99, 1), Iteration.of(100, 1), Iteration.of(101, 1)))
                .isEmpty();
    }

    @Test
    void fewerThanThreeIterationsRepeatNothing() {
        assertThat(reasons(Iteration.of(1, 1)))
                .extracting(Reason::text)
                .containsExactly("measured once, use -i 3 or more");
        assertThat(reasons(Iteration.of(1, 1), Iteration.of(1, 1)))
                .extracting(Reason::kind)
                .containsExactly(Kind.NOT_REPEATED);
    }

    @Test
    void anyShortIterationIsDoubtful() {
        assertThat(doubt(Kind.SHORT, Iteration.of(100, 1), Iteration.of(5, 0.05)))
                .isEqualTo("measured for only 0.050 s, send more");
        assertThat(doubt(Kind.SHORT, Iteration.of(10, Doubts.SHORTEST_SECONDS))).isEmpty();
    }

    @Test
    void costlyTimestampsAreDoubtful() {
        // 60 ns in every message of 4 µs, and of 6 µs, which is just allowed
        assertThat(doubt(Kind.TIMESTAMPS, Iteration.of(250_000, 1), Iteration.of(249_000, 1)))
                .isEqualTo("timestamps cost 1.5 %, a longer --warmup finds a wider sampling interval");
        assertThat(doubt(Kind.TIMESTAMPS, Iteration.of(100_000, 0.6))).isEmpty();
    }

    @Test
    void iterationsFarApartAreDoubtful() {
        assertThat(doubt(Kind.SPREAD, Iteration.of(3143, 1), Iteration.of(1048, 1)))
                .startsWith("the fastest iteration is 3.00 times as fast as the slowest");
        assertThat(doubt(Kind.SPREAD, Iteration.of(150, 1), Iteration.of(100, 1)))
                .isEmpty();
    }

    @Test
    void doubtsHaveDotDecimalsEverywhere() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(doubt(Kind.SHORT, Iteration.of(5, 0.05))).contains("0.050 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static List<Reason> reasons(Measurement... iterations) {
        return Summary.of(List.of(iterations)).reasons();
    }

    /** The reason of this kind in words, empty where there is none. */
    private static String doubt(Kind kind, Measurement... iterations) {
        return reasons(iterations).stream()
                .filter(reason -> reason.kind() == kind)
                .map(Reason::text)
                .findFirst()
                .orElse("");
    }
}
