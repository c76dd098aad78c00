package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExtraTimeTest {
    private static final Cell ONE = SampleCells.cell("one", 64);
    private static final Cell TWO = SampleCells.cell("two", 64);
    private static final long SECOND = 1_000_000_000;

    /** Three rounds, a minute, and two seconds more for the warm-up of a cell that is measured again. */
    private static final ExtraTime RULE = new ExtraTime(3, Duration.ofMinutes(1), 2 * SECOND);

    @Test
    void soundCellsGetNoExtraTime() {
        assertThat(further(0, cell(ONE), cell(TWO))).isEmpty();
    }

    @Test
    void suspectCellIsMeasuredAgainInEveryPlannedRoundBeforeOthersGoOn() {
        CellProgress wide = cell(TWO, Kind.WIDE);

        assertThat(further(0, cell(ONE, Kind.WARM_UP, Kind.WIDE), wide)).containsExactly(again(1));
        assertThat(further(0, begun(Set.of(1)), wide)).containsExactly(again(2));
        assertThat(further(0, begun(Set.of(1, 2)), wide)).containsExactly(again(3));
        assertThat(further(0, replaced(Set.of(1, 2, 3), Kind.WARM_UP), wide))
                .as("only once")
                .containsExactly(new Plan.Turn(TWO, 4, Plan.Part.EXTRA));
    }

    @Test
    void wideCellGetsAsManyExtraIterationsAsWerePlannedWhateverTheyShow() {
        assertThat(further(0, extended(Set.of()))).containsExactly(extra(4));
        assertThat(further(0, extended(Set.of(4)))).containsExactly(extra(5));
        assertThat(further(0, extended(Set.of(4, 5), Kind.TWO_SPEEDS))).containsExactly(extra(6));
        assertThat(further(0, new CellProgress(ONE, Optional.empty(), Set.of(), false, Set.of(4, 5), Set.of())))
                .containsExactly(extra(6));
        assertThat(further(0, extended(Set.of(4, 5), Kind.WARM_UP)))
                .as("not again before")
                .containsExactly(extra(6));
        assertThat(further(0, extended(Set.of(4, 5, 6)))).isEmpty();
    }

    @Test
    void wideCellThatWasMeasuredAgainKeepsItsLongerWarmUp() {
        assertThat(further(0, replaced(Set.of(1, 2, 3), Kind.WIDE))).containsExactly(again(4));
        assertThat(further(0, replaced(Set.of(1, 2, 3, 4, 5, 6), Kind.WIDE))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {
                "TWO_SPEEDS",
                "CROWDED_CPUS",
                "SHARED_CORE",
                "COLLECTION",
                "LOST",
                "FAILED_ITERATIONS",
                "NOT_REPEATED"
            })
    void causesThatTimeDoesNotCureGetNone(Kind cause) {
        assertThat(further(0, cell(ONE, cause))).isEmpty();
        assertThat(further(0, cell(ONE, cause, Kind.WARM_UP))).isEmpty();
        assertThat(further(0, cell(ONE, cause, Kind.WIDE))).isEmpty();
    }

    @Test
    void warmUpThatTheUserHasLimitedIsNotExceeded() {
        ExtraTime limited = new ExtraTime(3, Duration.ofMinutes(1), 0);

        assertThat(further(limited, 0, cell(ONE, Kind.WARM_UP))).isEmpty();
        assertThat(further(limited, 0, cell(ONE, Kind.STALL))).containsExactly(again(1));
    }

    @Test
    void nothingBeginsThatWouldExceedTheTimeLimit() {
        assertThat(further(48, cell(ONE, Kind.STALL))).as("3 of 4 s").containsExactly(again(1));
        assertThat(further(49, cell(ONE, Kind.STALL))).isEmpty();
        assertThat(further(56, begun(Set.of(1, 2)))).containsExactly(again(3));
        assertThat(further(57, begun(Set.of(1, 2)))).isEmpty();
        assertThat(further(54, extended(Set.of()))).as("3 of 2 s").containsExactly(extra(4));
        assertThat(further(55, extended(Set.of()))).isEmpty();
        assertThat(further(58, extended(Set.of(4, 5)))).containsExactly(extra(6));
        assertThat(further(59, extended(Set.of(4, 5)))).isEmpty();
        assertThat(further(61, extended(Set.of()))).isEmpty();
    }

    @Test
    void cellThatHasBegunGoesOnBeforeAnotherBegins() {
        assertThat(further(50, cell(TWO, Kind.STALL), begun(Set.of(1)))).containsExactly(again(2));
    }

    @Test
    void plannedRoundsDoNotDependOnTheTimeLimit() {
        assertThat(RULE.next(new RunProgress(2, List.of(cell(ONE)), pace(1_000))))
                .containsExactly(new Plan.Turn(ONE, 3));
        assertThat(further(0, cell(ONE))).isEmpty();
    }

    @Test
    void rulesAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ExtraTime(0, Duration.ofMinutes(1), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ExtraTime(1, Duration.ofMinutes(-1), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ExtraTime(1, Duration.ofMinutes(1), -1));
    }

    /** An iteration took two seconds. */
    private static StoppingRule.Pace pace(long elapsedSeconds) {
        return new StoppingRule.Pace(elapsedSeconds * SECOND, 4 * SECOND, 2 * SECOND);
    }

    private static List<Plan.Turn> further(long elapsedSeconds, CellProgress... cells) {
        return further(RULE, elapsedSeconds, cells);
    }

    private static List<Plan.Turn> further(ExtraTime rule, long elapsedSeconds, CellProgress... cells) {
        return rule.next(new RunProgress(3, List.of(cells), pace(elapsedSeconds)));
    }

    private static CellProgress cell(Cell cell, Kind... doubts) {
        return new CellProgress(cell, Optional.empty(), Set.of(doubts), false, Set.of(), Set.of());
    }

    private static CellProgress begun(Set<Integer> againRounds) {
        return new CellProgress(ONE, Optional.empty(), Set.of(Kind.STALL), false, Set.of(), againRounds);
    }

    private static CellProgress replaced(Set<Integer> againRounds, Kind doubt) {
        return new CellProgress(ONE, Optional.empty(), Set.of(doubt), true, Set.of(), againRounds);
    }

    private static CellProgress extended(Set<Integer> extraRounds) {
        return extended(extraRounds, Kind.WIDE);
    }

    private static CellProgress extended(Set<Integer> extraRounds, Kind doubt) {
        return new CellProgress(ONE, Optional.empty(), Set.of(doubt), false, extraRounds, Set.of());
    }

    private static Plan.Turn again(int round) {
        return new Plan.Turn(ONE, round, Plan.Part.AGAIN);
    }

    private static Plan.Turn extra(int round) {
        return new Plan.Turn(ONE, round, Plan.Part.EXTRA);
    }
}
