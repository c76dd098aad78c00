package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.doctor.StallLook;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.run.BenchmarkRun.JudgedTails;
import org.junit.jupiter.api.Test;

/** The machine stalls for 3 ms eight times a second. */
class JudgedTailsTest {
    private static final Cell LOAD = SampleLoads.cell("tin-can", 10_000);
    private static final Cell CALLS = SampleCells.roundTrips(ListedTransport.of("tin-can"), 64);
    private static final Gate SLOWER = new Gate(Gate.Figure.SPEED, 0.05);
    private static final Gate P99 = new Gate(Gate.Figure.P99, 0.2);
    private static final Gate P9999 = new Gate(Gate.Figure.of(Percentiles.P9999), 0.2);

    @Test
    void loadIsAlwaysJudgedByItsTail() {
        assertThat(line(LOAD))
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("this machine stalls 2.4 % of the time, up to 3.0")
                        .contains(": from p99 on, a difference of p99 below 2."));
        assertThat(line(LOAD, SLOWER)).isEqualTo(line(LOAD));
        assertThat(line(LOAD, P9999, P99))
                .as("the lowest percentile that is spoilt")
                .isEqualTo(line(LOAD));
    }

    @Test
    void resumedRunIsToldOfItsBound() {
        assertThat(new JudgedTails(List.of(LOAD), List.of(), Optional.of(new LatencyBound(500_000)))
                        .line(JudgedTailsTest::look))
                .hasValueSatisfying(line -> assertThat(line).contains(" cannot be decided here", ", as this run does"));
    }

    @Test
    void callsThatWaitForEachOtherAreJudgedByATailIfAGateAsksForIt() {
        assertThat(line(CALLS, P99)).isEmpty();
        assertThat(line(CALLS, P99, P9999))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains(": of calls of 100.0 us, from p99.99 on, a difference of p99.99 below "));
    }

    @Test
    void machineIsNotLookedAtForOthers() {
        assertThat(new JudgedTails(List.of(CALLS), List.of(SLOWER), Optional.empty()).line(JudgedTailsTest::needless))
                .isEmpty();
        assertThat(new JudgedTails(List.of(SampleCells.cell("tin-can", 64)), List.of(P9999), Optional.empty())
                        .line(JudgedTailsTest::needless))
                .isEmpty();
    }

    private static Optional<String> line(Cell cell, Gate... gates) {
        return new JudgedTails(List.of(cell), List.of(gates), Optional.empty()).line(JudgedTailsTest::look);
    }

    private static StallLook look() {
        Stalls stalls = SampleStalls.of(1_000_000_000L, 3_000_000, 3_000_000, 3_000_000, 3_000_000);
        return new StallLook(new MachineStalls(stalls, stalls));
    }

    private static StallLook needless() {
        throw new AssertionError("a look takes two seconds");
    }
}
