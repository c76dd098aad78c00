package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ipcbench.plan.result.SampleCells.failed;
import static org.ipcbench.plan.result.SampleCells.measured;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.doubt.Verdict.Level;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CellResultTest {
    private static final Cell CELL = SampleCells.cell("here", 64);
    private static final Cell ABSENT = SampleCells.cell(ListedTransport.absent("away", "no library", "install it"), 64);
    private static final Cell TOO_LARGE = SampleCells.cell(ListedTransport.upTo(8, "queue", "raise it"), 64);

    static Stream<Arguments> fates() {
        return Stream.of(
                Arguments.of(
                        "all measured",
                        new CellResult(
                                CELL, 3, List.of(measured(CELL, 1, 1), measured(CELL, 2, 1), measured(CELL, 3, 1))),
                        CellStatus.MEASURED,
                        Level.VALID,
                        ""),
                Arguments.of(
                        "measured too briefly",
                        new CellResult(CELL, 1, List.of(measured(CELL, 1, 0.05))),
                        CellStatus.MEASURED,
                        Level.SUSPECT,
                        "measured for only 0.050 s, send more; measured once, use -i 3 or more"),
                Arguments.of(
                        "some failed",
                        new CellResult(CELL, 2, List.of(failed(CELL, 1, "the server died"), measured(CELL, 2, 1))),
                        CellStatus.MEASURED,
                        Level.SUSPECT,
                        "1 of 2 iterations failed: the server died; measured once, use -i 3 or more"),
                Arguments.of(
                        "interrupted halfway",
                        new CellResult(CELL, 3, List.of(measured(CELL, 1, 1))),
                        CellStatus.MEASURED,
                        Level.SUSPECT,
                        "1 of 3 iterations measured; measured once, use -i 3 or more"),
                Arguments.of(
                        "failed once, then interrupted",
                        new CellResult(CELL, 3, List.of(failed(CELL, 1, "the server died"), measured(CELL, 2, 1))),
                        CellStatus.MEASURED,
                        Level.SUSPECT,
                        "1 of 3 iterations failed: the server died; 1 of 3 iterations measured; measured once, use -i 3 or more"),
                Arguments.of(
                        "all failed",
                        new CellResult(CELL, 2, List.of(failed(CELL, 1, "the server died"), failed(CELL, 2, "again"))),
                        CellStatus.FAILED,
                        Level.INVALID,
                        "the server died"),
                Arguments.of(
                        "interrupted before its turn",
                        new CellResult(CELL, 2, List.of()),
                        CellStatus.NOT_MEASURED,
                        Level.INVALID,
                        "interrupted before it was measured"),
                Arguments.of(
                        "not available",
                        new CellResult(ABSENT, 2, List.of()),
                        CellStatus.UNAVAILABLE,
                        Level.INVALID,
                        "no library; install it"),
                Arguments.of(
                        "too large",
                        new CellResult(TOO_LARGE, 2, List.of()),
                        CellStatus.UNSUPPORTED,
                        Level.INVALID,
                        "carries at most 8 bytes on this machine; raise it"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fates")
    void saysWhatBecameOfTheCellAndWhy(String fate, CellResult result, CellStatus status, Level level, String reasons) {
        assertThat(result.status()).as(fate).isEqualTo(status);
        assertThat(result.verdict().level()).as(fate).isEqualTo(level);
        assertThat(result.verdict().text()).as(fate).isEqualTo(reasons);
        assertThat(result.summary().isPresent()).as(fate).isEqualTo(status == CellStatus.MEASURED);
    }

    @Test
    void iterationsOfOtherCellsAreIgnored() {
        Cell other = SampleCells.cell("other", 64);
        CellResult result = new CellResult(
                CELL, 1, List.of(failed(other, 1, "not mine"), measured(CELL, 1, 2), measured(other, 2, 100)));

        assertThat(result.hasFailures()).isFalse();
        assertThat(result.summary().orElseThrow().meanSeconds()).isEqualTo(2);
    }

    @Test
    void theHarnessHasItsShareInAMessagesTime() {
        CellResult slow = new CellResult(CELL, 1, List.of(measured(CELL, 1, 2)));
        Optional<Summary> fast = new CellResult(CELL, 1, List.of(measured(CELL, 1, 0.5))).summary();

        assertThat(slow.harnessShare()).isEmpty();
        CellResult judged = slow.judged(fast, MachineStalls.UNKNOWN, Set.of(), Optional.empty());
        assertThat(judged.harnessShare()).hasValue(0.25);
        assertThat(judged.verdict().notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text())
                        .startsWith("the same work without a transport takes 25 % of a message's time"));
        assertThat(judged.verdict().level()).isEqualTo(Level.UNREPEATED);
        assertThat(judged.judged(
                                fast,
                                MachineStalls.UNKNOWN,
                                EnumSet.of(Kind.HARNESS_SHARE, Kind.NOT_REPEATED),
                                Optional.empty())
                        .verdict()
                        .level())
                .isEqualTo(Level.VALID);
    }

    @Test
    void statusesAreLowerCaseWords() {
        assertThat(Stream.of(CellStatus.values()).map(CellStatus::label))
                .containsExactly("measured", "not-reached", "failed", "unsupported", "unavailable", "not-measured");
    }
}
