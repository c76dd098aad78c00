package org.ipcbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.Side.Origin;
import org.ipcbench.compare.SideComparison.ComparedCell;
import org.ipcbench.compare.SideComparison.GatedCell;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.junit.jupiter.api.Test;

final class SideComparisonTest {
    private static final double[] STEADY = {100, 101, 99, 100, 100.5};
    private static final double[] SLOWER = {80, 81, 79, 80, 80.5};

    @Test
    void eachCellGetsAWordInTheDirectionOfBetter() throws NotComparableException {
        List<ComparedCell> cells = compared(
                        SampleSides.run("base", cell("a", STEADY), cell("b", SLOWER), cell("c", STEADY)),
                        SampleSides.run("new", cell("a", SLOWER), cell("b", STEADY), cell("c", STEADY)))
                .cells();

        assertThat(cells)
                .extracting(ComparedCell::outcome)
                .containsExactly(Outcome.SLOWER, Outcome.FASTER, Outcome.NO_DIFFERENCE_SEEN);
        assertThat(cells.get(0).comparison().orElseThrow().ratio()).isCloseTo(0.8, within(0.01));
        assertThat(cells.get(0).interval().orElseThrow().high()).isLessThan(1);
        assertThat(cells.get(0).minimumDetectableDifference()).isEmpty();
        assertThat(cells.get(2).interval().orElseThrow().contains(1)).isTrue();
        assertThat(cells.get(2).minimumDetectableDifference().orElseThrow()).isBetween(0.005, 0.05);
    }

    @Test
    void cellsWithoutACounterpartAreNotComparable() throws NotComparableException {
        List<ComparedCell> cells = compared(
                        SampleSides.run("base", cell("a", STEADY), cell("gone", STEADY), cell("failed", STEADY)),
                        SampleSides.run(
                                "new",
                                cell("a", STEADY),
                                cell("added", STEADY),
                                cell("failed").hinderedBy("it died")))
                .cells();

        assertThat(cells)
                .extracting(cell -> cell.key().of("transport") + ": " + cell.why() + ", lost " + cell.isLost())
                .containsExactly(
                        "a: , lost false",
                        "gone: not in NEW, lost true",
                        "failed: NEW: it died, lost true",
                        "added: not in BASE, lost false");
    }

    @Test
    void cellsOfOtherWorkAreNotComparable() throws NotComparableException {
        MeasuredCell touched = cell("a", STEADY);
        MeasuredCell full = new MeasuredCell(
                touched.key(),
                touched.score(),
                touched.unit(),
                Map.of(),
                touched.speeds(),
                "payload full",
                "500 ms",
                "valid",
                "");

        assertThat(compared(SampleSides.run("base", touched), SampleSides.run("new", full))
                        .cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.outcome()).isEqualTo(Outcome.NOT_COMPARABLE))
                .satisfies(cell -> assertThat(cell.why()).isEqualTo("payload touched in BASE, payload full in NEW"));
    }

    @Test
    void fewerThanThreeIterationsAreNotCompared() throws NotComparableException {
        assertThat(compared(SampleSides.run("base", cell("a", 5, 6)), SampleSides.run("new", cell("a", STEADY)))
                        .cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.why()).isEqualTo("BASE: measured twice, use -i 3 or more"));
    }

    @Test
    void sidesWithNothingInCommonAreRefused() {
        assertThatThrownBy(() ->
                        compared(SampleSides.run("base", cell("a", STEADY)), SampleSides.run("new", cell("b", STEADY))))
                .isInstanceOf(NotComparableException.class)
                .hasMessage("base and new have no cell in common: transport is a in base, b in new");
    }

    @Test
    void aRunIsNotComparedWithItself() {
        Side run = SampleSides.run("base", cell("a", STEADY));

        assertThatThrownBy(() -> compared(run, run)).hasMessage("base and base are the same; give two different ones");
    }

    @Test
    void onlyWhatIsKnownOfBothSidesCanDiffer() throws NotComparableException {
        SideComparison comparison = compared(
                SampleSides.run("base", Map.of("jvm", "17", "kernel", "6.18", "smt", ""), cell("a", STEADY)),
                SampleSides.run(
                        "new", Map.of("jvm", "25", "kernel", "6.18", "smt", "on", "turbo", "on"), cell("a", STEADY)));

        assertThat(comparison.differences()).containsExactly(new SideComparison.Difference("jvm", "17", "25"));
    }

    @Test
    void runsOfAnotherHourBootOrMachineAreTold() throws NotComparableException {
        Side base = SampleSides.run("base", cell("a", STEADY));

        assertThat(compared(base, from("host", "boot", Duration.ofMinutes(59))).hoursApart())
                .isEmpty();
        assertThat(compared(base, from("host", "boot", Duration.ofMinutes(-90))).hoursApart())
                .contains(Duration.ofMinutes(-90));
        assertThat(compared(base, from("host", "other", Duration.ZERO)).isOfTwoBoots())
                .isTrue();
        assertThat(compared(base, from("other", "other", Duration.ZERO)).isOfTwoBoots())
                .isFalse();
        assertThat(compared(base, from("other", "other", Duration.ZERO)).isOfTwoMachines())
                .isTrue();
        assertThat(compared(base, from("", "", Duration.ZERO)).isOfTwoMachines())
                .isFalse();
    }

    @Test
    void severalSidesShareTheChanceOfAWrongWord() throws NotComparableException {
        Side base = SampleSides.run("base", cell("a", STEADY));
        Side other = SampleSides.run("new", cell("a", STEADY));
        Side third = SampleSides.run("third", cell("a", STEADY));

        List<SideComparison> comparisons = SideComparison.of(base, List.of(other, third), References.NONE);

        assertThat(comparisons)
                .extracting(comparison -> comparison.now().name())
                .containsExactly("new", "third");
        assertThat(comparisons.get(1).cells().get(0).alpha()).isEqualTo(0.025);
    }

    @Test
    void gateFailsOnlyWhereTheWholeIntervalLiesBeyond() throws NotComparableException {
        double[] scattered = {80, 110, 60, 95, 70};
        List<SideComparison> comparisons = List.of(compared(
                SampleSides.run("base", cell("a", STEADY), cell("b", STEADY), cell("c", STEADY)),
                SampleSides.run("new", cell("a", SLOWER), cell("b", scattered), cell("c", STEADY))));

        assertThat(GatedCell.of(new Gate(Gate.Figure.SPEED, 0.05), comparisons))
                .filteredOn(GatedCell::fails)
                .extracting(failure -> failure.cell().key().of("transport"))
                .containsExactly("a");
        assertThat(GatedCell.of(new Gate(Gate.Figure.SPEED, 0.25), comparisons))
                .filteredOn(GatedCell::fails)
                .isEmpty();
    }

    /** Both runs are disturbed, and NEW is of a machine half as fast: the ratio to the reference stays as it is. */
    @Test
    void rulersAreDividedOutRoundByRound() throws NotComparableException {
        Side base = SampleSides.run(
                "base",
                cell("a", 100, 50, 100, 101),
                cell("reference", 1000, 500, 1001, 1000),
                cell("slow", 10, 5, 10, 10.1));
        Side halved = SampleSides.run(
                "new", cell("a", 50, 51, 25, 50), cell("reference", 500, 501, 250, 500), cell("slow", 4, 4.1, 2, 4));

        List<ComparedCell> cells = SideComparison.of(base, List.of(halved), new References(List.of("reference")))
                .get(0)
                .cells();

        assertThat(cells)
                .extracting(ComparedCell::outcome)
                .containsExactly(Outcome.NO_DIFFERENCE_SEEN, Outcome.REFERENCE, Outcome.SLOWER);
        assertThat(cells.get(0).comparison().orElseThrow().ratio()).isCloseTo(1, within(0.02));
        assertThat(cells.get(0).minimumDetectableDifference().orElseThrow()).isLessThan(0.1);
        assertThat(cells.get(2).comparison().orElseThrow().ratio()).isCloseTo(0.8, within(0.02));
    }

    @Test
    void severalRulersWeighAlike() throws NotComparableException {
        Side base = SampleSides.run("base", cell("a", STEADY), cell("one", STEADY), cell("two", STEADY));
        double[] fourfold = {400, 404, 396, 400, 402};
        Side now = SampleSides.run("new", cell("a", STEADY), cell("one", STEADY), cell("two", fourfold));

        ComparedCell cell = SideComparison.of(base, List.of(now), new References(List.of("one", "two")))
                .get(0)
                .cells()
                .get(0);

        assertThat(cell.comparison().orElseThrow().ratio())
                .as("geometric mean of 1 and 4")
                .isCloseTo(0.5, within(0.001));
    }

    @Test
    void cellWithoutItsRulerIsNotComparable() throws NotComparableException {
        Side base = SampleSides.run(
                "base", cell("a", STEADY), SampleSides.cell("a", 128, STEADY), cell("reference", STEADY));
        Side now = SampleSides.run(
                "new", cell("a", STEADY), SampleSides.cell("a", 128, STEADY), cell("reference", STEADY));

        assertThat(SideComparison.of(base, List.of(now), new References(List.of("reference")))
                        .get(0)
                        .cells())
                .extracting(ComparedCell::why)
                .containsExactly("", "BASE: no figure of the reference reference", "");
    }

    @Test
    void rulerThatARunLacksIsRefused() {
        Side base = SampleSides.run("base", cell("a", STEADY), cell("b", STEADY));
        Side now = SampleSides.run("new", cell("a", STEADY));

        assertThatThrownBy(() -> SideComparison.of(base, List.of(now), new References(List.of("b"))))
                .hasMessage("new has no reference b; its transports: a");
    }

    private static SideComparison compared(Side base, Side now) throws NotComparableException {
        return SideComparison.of(base, List.of(now), References.NONE).get(0);
    }

    private static Side from(String host, String boot, Duration later) {
        Origin origin = new Origin("new", host, boot, Optional.of(SampleSides.NOON.plus(later)), "later");
        return SampleSides.run("new", origin, Map.of(), cell("a", STEADY));
    }

    private static MeasuredCell cell(String transport, double... speeds) {
        return SampleSides.cell(transport, 64, speeds);
    }
}
