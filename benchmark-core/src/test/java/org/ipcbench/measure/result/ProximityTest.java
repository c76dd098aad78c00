package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.junit.jupiter.api.Test;

final class ProximityTest {
    /** Two CPUs with nothing in common but their node. */
    private static final Proximity.Distances DISTANCES =
            (cpu, other) -> Optional.of(cpu == other ? Distance.SAME_CPU : Distance.SAME_NODE);

    @Test
    void clientsMarkIsComparedWithTheServersMarkNearestInTime() {
        List<Mark> client = List.of(on(0, 1_000), on(0, 2_000), on(1, 3_000), on(1, 4_000));
        List<Mark> server = List.of(on(1, 900), on(0, 2_050), on(1, 3_900), on(0, 9_000));

        Proximity proximity = Proximity.of(client, server, DISTANCES);

        assertThat(proximity.share(Distance.SAME_NODE)).isEqualTo(0.25);
        assertThat(proximity.share(Distance.SAME_CPU)).isEqualTo(0.75);
        assertThat(proximity.share(Distance.OTHER_NODE)).isZero();
    }

    @Test
    void marksWithoutCpuAreLeftOut() {
        List<Mark> client = List.of(on(0, 1_000), on(Mark.UNKNOWN_CPU, 2_000));
        List<Mark> server = List.of(on(Mark.UNKNOWN_CPU, 1_000), on(0, 5_000));

        assertThat(Proximity.of(client, server, DISTANCES).share(Distance.SAME_CPU))
                .isEqualTo(1);
    }

    @Test
    void nothingIsKnownWhereOnePeerTellsNoCpu() {
        List<Mark> told = List.of(on(0, 1_000));
        List<Mark> untold = List.of(on(Mark.UNKNOWN_CPU, 1_000));

        assertThat(Proximity.of(told, untold, DISTANCES)).isEqualTo(Proximity.UNKNOWN);
        assertThat(Proximity.of(untold, told, DISTANCES)).isEqualTo(Proximity.UNKNOWN);
        assertThat(Proximity.of(List.of(), List.of(), DISTANCES)).isEqualTo(Proximity.UNKNOWN);
    }

    @Test
    void nothingIsKnownWhereTheKernelHidesOneDistance() {
        Proximity.Distances hidden = (cpu, other) -> cpu == other ? Optional.of(Distance.SAME_CPU) : Optional.empty();
        List<Mark> client = List.of(on(0, 1_000), on(1, 2_000));

        assertThat(Proximity.of(client, List.of(on(0, 1_000)), hidden)).isEqualTo(Proximity.UNKNOWN);
        assertThat(Proximity.of(client, List.of(on(0, 1_000), on(1, 2_000)), hidden)
                        .share(Distance.SAME_CPU))
                .isEqualTo(1);
    }

    /** Two of three servers that share requests have answered some. */
    @Test
    void ofSeveralServersEachIsCompared() {
        List<Mark> client = List.of(on(0, 1_000), on(0, 2_000));

        Proximity proximity = Proximity.ofShared(
                client, List.of(List.of(on(0, 1_000)), List.of(), List.of(on(1, 1_000), on(0, 2_000))), DISTANCES);

        assertThat(proximity.share(Distance.SAME_CPU)).isEqualTo(0.75);
        assertThat(proximity.share(Distance.SAME_NODE)).isEqualTo(0.25);
    }

    private static Mark on(int cpu, long nanos) {
        return new Mark(nanos, 0, cpu);
    }
}
