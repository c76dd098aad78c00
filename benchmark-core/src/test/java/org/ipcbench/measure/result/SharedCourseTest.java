package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.measure.result.Mark.Meanwhile;
import org.ipcbench.measure.result.MeasurementConditions.SharedCourse;
import org.junit.jupiter.api.Test;

final class SharedCourseTest {
    private static final long MILLI = 1_000_000;

    @Test
    void marksCountTheMessagesOfAllFromTheFirstBeginToTheLastEnd() {
        List<Mark> early = List.of(new Mark(0, 0, 1), new Mark(16 * MILLI, 160, 1));
        List<Mark> late = List.of(new Mark(8 * MILLI, 0, 0), new Mark(32 * MILLI, 240, 0));

        List<Mark> marks = new SharedCourse(List.of(early, late)).marks();

        assertThat(marks).hasSize(17);
        assertThat(marks.get(0)).isEqualTo(new Mark(0, 0, Mark.UNKNOWN_CPU));
        assertThat(marks.get(4)).isEqualTo(new Mark(8 * MILLI, 80, Mark.UNKNOWN_CPU));
        assertThat(marks.get(8)).isEqualTo(new Mark(16 * MILLI, 160 + 80, Mark.UNKNOWN_CPU));
        assertThat(marks.get(16)).isEqualTo(new Mark(32 * MILLI, 160 + 240, Mark.UNKNOWN_CPU));
    }

    /** Connections of one process see the same collection. */
    @Test
    void marksTellWhatAnyConnectionSaw() {
        List<Mark> one = List.of(
                new Mark(0, 0, 1),
                new Mark(9 * MILLI, 90, 1, new Meanwhile(1, 2 * MILLI, 0)),
                new Mark(16 * MILLI, 160, 1));
        List<Mark> other = List.of(
                new Mark(0, 0, 0), new Mark(9 * MILLI, 80, 0, new Meanwhile(1, 0, 5)), new Mark(16 * MILLI, 1, 1));

        List<Mark> marks = new SharedCourse(List.of(one, other)).marks();

        assertThat(marks.get(9).meanwhile()).isEqualTo(new Meanwhile(1, 2 * MILLI, 5));
        marks.remove(9);
        assertThat(marks).hasSize(16).allMatch(mark -> mark.meanwhile() == null);
    }

    @Test
    void connectionsWithoutMarksHaveNoCourse() {
        assertThat(new SharedCourse(List.of(List.of(), List.of())).marks()).isEmpty();
    }
}
