package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.measure.result.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarksTest {
    private static final long STEP_NANOS = 1_000;

    private final Marks marks = new Marks();

    @ParameterizedTest
    @ValueSource(longs = {16, 17, 32, 33, 34, 100, 1_000, 999_999})
    void anyLengthHasSixteenToThirtyTwoParts(long steps) {
        List<Mark> taken = takenOver(steps * STEP_NANOS);

        assertThat(taken).hasSizeBetween(17, 33 + 1);
        assertThat(taken.get(0).messages()).isZero();
        assertThat(taken.get(taken.size() - 1).messages()).isEqualTo(steps * STEP_NANOS);
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 63, 1_000, 999_999})
    void marksAreEquallyFarFromEachOther(long steps) {
        List<Mark> taken = takenOver(steps * STEP_NANOS);

        long step = taken.get(1).nanos() - taken.get(0).nanos();
        for (int i = 1; i < taken.size() - 1; i++) {
            assertThat(taken.get(i).nanos() - taken.get(i - 1).nanos()).isEqualTo(step);
        }
        assertThat(taken.get(taken.size() - 1).nanos()
                        - taken.get(taken.size() - 2).nanos())
                .isBetween(step / 2, step * 3 / 2);
    }

    @Test
    void theEndReplacesAMarkFromJustBefore() {
        marks.begin(STEP_NANOS);
        marks.add(0, 0, 1);
        marks.add(STEP_NANOS, 10, 1);
        marks.end(STEP_NANOS + 1, 11, 0);

        assertThat(marks.toList()).containsExactly(new Mark(0, 0, 1), new Mark(STEP_NANOS + 1, 11, 0));
        assertThat(marks.taken()).isEqualTo(3);
    }

    /** A message a nanosecond. */
    private List<Mark> takenOver(long nanos) {
        marks.begin(STEP_NANOS);
        marks.add(0, 0, 0);
        for (long now = STEP_NANOS; now < nanos; now += STEP_NANOS) {
            if (marks.isDue(now)) {
                marks.add(now, now, 0);
            }
        }
        marks.end(nanos, nanos, 0);
        return marks.toList();
    }
}
