package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    private static final long WARM_UP_NANOS = 1_000_000;
    private static final List<Cell> CELLS = Stream.of("a", "b", "c", "d", "e", "f")
            .map(id -> SampleCells.cell(id, 64))
            .toList();

    @Test
    void everyRoundMeasuresEveryCellOnce() {
        int rounds = 5;
        List<Plan.Turn> turns = new Plan(CELLS, rounds, WARM_UP_NANOS, 1).turns();

        assertThat(turns).hasSize(rounds * CELLS.size());
        for (int round = 0; round < rounds; round++) {
            List<Plan.Turn> thisRound = turns.subList(round * CELLS.size(), (round + 1) * CELLS.size());
            assertThat(thisRound).extracting(Plan.Turn::cell).containsExactlyInAnyOrderElementsOf(CELLS);
            assertThat(thisRound).extracting(Plan.Turn::iteration).containsOnly(round + 1);
        }
    }

    @Test
    void roundsDoNotAllHaveTheSameOrder() {
        int rounds = 8;
        List<Plan.Turn> turns = new Plan(CELLS, rounds, WARM_UP_NANOS, 1).turns();

        Set<List<Cell>> orders = new HashSet<>();
        for (int round = 0; round < rounds; round++) {
            orders.add(turns.subList(round * CELLS.size(), (round + 1) * CELLS.size()).stream()
                    .map(Plan.Turn::cell)
                    .toList());
        }
        assertThat(orders).hasSizeGreaterThan(1);
    }

    @Test
    void seedDecidesTheOrder() {
        assertThat(turnsWithSeed(7)).isEqualTo(turnsWithSeed(7));
        assertThat(Stream.of(1L, 2L, 3L, 4L).map(PlanTest::turnsWithSeed).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void anotherStoppingRuleKeepsTheBound() {
        LatencyBound bound = new LatencyBound(200_000);
        Plan plan = new Plan(CELLS, List.of(), new StoppingRule.FixedRounds(3), Optional.of(bound), WARM_UP_NANOS, 1);

        assertThat(plan.stoppedBy(new ExtraTime(3, Duration.ofMinutes(1), 1)).bound())
                .contains(bound);
    }

    @Test
    void turnsAreTheSameEachTime() {
        Plan plan = new Plan(CELLS, 3, WARM_UP_NANOS, 42);

        assertThat(plan.turns()).isEqualTo(plan.turns());
    }

    @Test
    void unmeasurableCellsGetNoTurnButStayInThePlan() {
        Cell absent = SampleCells.cell(ListedTransport.absent("away", "no library", "install it"), 64);
        Cell tooLarge = SampleCells.cell(ListedTransport.upTo(8, "queue", "raise it"), 64);
        Cell fine = SampleCells.cell("here", 64);
        Plan plan = new Plan(List.of(absent, fine, tooLarge), 2, WARM_UP_NANOS, 1);

        assertThat(plan.turns()).containsExactly(new Plan.Turn(fine, 1), new Plan.Turn(fine, 2));
        assertThat(plan.cells()).containsExactly(absent, fine, tooLarge);
    }

    @Test
    void turnsAreCountedWithoutBeingListed() {
        Cell baseline = SampleCells.cell("nothing", 64);

        for (int rounds = 1; rounds <= 3; rounds++) {
            Plan plan = new Plan(CELLS, List.of(baseline), new StoppingRule.FixedRounds(rounds), WARM_UP_NANOS, 1);
            assertThat(plan.turnCount()).isEqualTo(plan.turns().size());
        }
    }

    /** One cell after the other, all look for a second and a half; many look briefly, and a few are not kept waiting. */
    @ParameterizedTest
    @CsvSource({"1, 100", "15, 100", "20, 75", "30, 50", "1000, 50"})
    void fewIterationsLookLongerForStalls(int rounds, long millis) {
        Plan plan = new Plan(CELLS.subList(0, 1), rounds, WARM_UP_NANOS, 1);

        assertThat(plan.meterNanos()).isEqualTo(millis * 1_000_000);
    }

    @Test
    void planCopiesItsCells() {
        List<Cell> cells = new ArrayList<>(CELLS);
        Plan plan = new Plan(cells, 1, WARM_UP_NANOS, 1);
        cells.clear();

        assertThat(plan.cells()).isEqualTo(CELLS);
    }

    @Test
    void emptyPlanIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Plan(List.of(), 1, WARM_UP_NANOS, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Plan(CELLS, 0, WARM_UP_NANOS, 1));
    }

    private static List<Plan.Turn> turnsWithSeed(long seed) {
        return new Plan(CELLS, 2, WARM_UP_NANOS, seed).turns();
    }
}
