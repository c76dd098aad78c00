package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.RunTally.Tally;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class GatedRoundsTest {
    private static final Variant OLD = new Variant("old.jar");
    private static final Variant NEW = new Variant("new.jar");
    private static final List<Gate> SLOWER = List.of(new Gate(Gate.Figure.SPEED, 0.05));
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final GatedRounds RULE = new GatedRounds(1, SLOWER, OptionalDouble.empty(), MINUTE);

    /** How many times as long an iteration of the new variant takes, in turn. */
    private static final double[] SLOWER_FOR_SURE = {1.2, 1.21, 1.19};

    private static final double[] EQUAL_FOR_SURE = {1, 1.005, 0.995};
    private static final double[] UNCERTAIN = {1, 1.2, 0.9};

    private final Map<Cell, Optional<Summary>> figures = new LinkedHashMap<>();

    private void measured(String transport, int rounds, double... times) {
        Tally old = new Tally();
        Tally now = new Tally();
        Cell cell = SampleCells.cell(transport, 64);
        for (int round = 1; round <= rounds; round++) {
            double machine = 1 + 0.1 * (round % 2);
            add(old, cell, round, machine);
            add(now, cell, round, machine * times[round % times.length]);
        }
        figures.put(cell.withVariant(OLD), old.summary());
        figures.put(cell.withVariant(NEW), now.summary());
    }

    private static void add(Tally tally, Cell cell, int round, double seconds) {
        tally.add(SampleCells.measured(cell, round, seconds).measurement().orElseThrow(), round);
    }

    private List<String> next(GatedRounds rule, int rounds, StoppingRule.Pace pace) {
        return rule.next(SampleProgress.of(rounds, figures, pace)).stream()
                .map(turn -> "%s %s %d"
                        .formatted(turn.cell().transportId(), turn.cell().variantName(), turn.iteration()))
                .toList();
    }

    private List<String> next(int rounds) {
        return next(RULE, rounds, StoppingRule.Pace.NONE);
    }

    @Test
    void onlyCellsThatAreUndecidedGoOn() {
        measured("lost", 8, SLOWER_FOR_SURE);
        measured("even", 8, EQUAL_FOR_SURE);
        measured("open", 8, UNCERTAIN);

        assertThat(next(8)).containsExactly("open old.jar 9", "open new.jar 9");
        assertThat(RULE.closingLine(SampleProgress.of(8, figures))).isEmpty();
    }

    @Test
    void runEndsAsSoonAsEverythingIsCertain() {
        measured("lost", 8, SLOWER_FOR_SURE);
        measured("even", 8, EQUAL_FOR_SURE);

        assertThat(next(8)).isEmpty();
        assertThat(RULE.closingLine(SampleProgress.of(8, figures))).contains("--fail-on: certain after 8 rounds");
    }

    @Test
    void noLookComesBeforeTheSixthRound() {
        measured("lost", 5, SLOWER_FOR_SURE);

        assertThat(next(5)).containsExactly("lost old.jar 6", "lost new.jar 6");
        assertThat(RULE.minRounds()).isEqualTo(StoppingRule.Precision.MIN_ROUNDS);
    }

    @Test
    void cellThatCannotBeComparedIsNotWaitedFor() {
        measured("open", 8, UNCERTAIN);
        Cell broken = SampleCells.cell("broken", 64);
        figures.put(broken.withVariant(OLD), Optional.empty());
        figures.put(broken.withVariant(NEW), Optional.empty());

        assertThat(next(8)).containsExactly("open old.jar 9", "open new.jar 9");
    }

    @Test
    void undecidedCellsGoOnAsLongAsTheirRoundFitsIntoTheTime() {
        measured("even", 8, EQUAL_FOR_SURE);
        measured("open", 8, UNCERTAIN);
        long second = Duration.ofSeconds(1).toNanos();

        assertThat(next(RULE, 8, new StoppingRule.Pace(56 * second, 8 * second, 2 * second)))
                .as("half a round")
                .hasSize(2);
        assertThat(next(RULE, 8, new StoppingRule.Pace(57 * second, 8 * second, 2 * second)))
                .isEmpty();
    }

    @Test
    void precisionEndsTheRunThoughTheGateIsUndecided() {
        measured("open", 8, UNCERTAIN);

        GatedRounds coarse = new GatedRounds(1, SLOWER, OptionalDouble.of(0.4), MINUTE);
        GatedRounds fine = new GatedRounds(1, SLOWER, OptionalDouble.of(0.01), MINUTE);
        assertThat(next(coarse, 8, StoppingRule.Pace.NONE)).isEmpty();
        assertThat(next(fine, 8, StoppingRule.Pace.NONE)).hasSize(2);
    }

    @Test
    void rulesAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatedRounds(1, List.of(), OptionalDouble.empty(), MINUTE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatedRounds(1, SLOWER, OptionalDouble.empty(), Duration.ZERO));
    }
}
