package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopologyTest {
    /** Two nodes; the first has two caches of the last level, with two cores of two threads behind the first of them. */
    private static final Topology TWO_NODES = new Topology(
            CpuSet.parse("0-7"),
            Map.of(0, CpuSet.parse("0-1"), 1, CpuSet.parse("0-1"), 2, CpuSet.parse("2-3"), 3, CpuSet.parse("2-3")),
            Map.of(0, CpuSet.parse("0-3"), 1, CpuSet.parse("0-3"), 2, CpuSet.parse("0-3"), 3, CpuSet.parse("0-3")),
            Map.of(0, CpuSet.parse("0-5"), 1, CpuSet.parse("6-7")),
            FakeCommands.reaching("0-7"));

    @TempDir
    private Path cpus;

    @ParameterizedTest
    @CsvSource({
        "1, 1, SAME_CPU",
        "0, 1, SAME_CORE",
        "0, 2, SAME_CACHE",
        "0, 4, SAME_NODE",
        "4, 5, SAME_NODE",
        "3, 6, OTHER_NODE",
        "6, 0, OTHER_NODE",
        "0, 99, SAME_NODE"
    })
    void distanceIsWhatTwoCpusHaveInCommon(int cpu, int other, Distance distance) {
        assertThat(TWO_NODES.between(cpu, other)).contains(distance);
    }

    @Test
    void distanceIsUnknownWhereTheKernelHidesCoresAndNodes() {
        Topology hidden = new Topology(CpuSet.parse("0-1"), Map.of(), Map.of(), Map.of(), FakeCommands.reaching("0-1"));

        assertThat(hidden.between(0, 1)).isEmpty();
        assertThat(hidden.between(1, 1)).contains(Distance.SAME_CPU);
    }

    @Test
    void kernelWithoutNodesHasOne() {
        Topology plain = new Topology(
                CpuSet.parse("0-1"),
                Map.of(0, CpuSet.of(0), 1, CpuSet.of(1)),
                Map.of(),
                Map.of(),
                FakeCommands.reaching("0-1"));

        assertThat(plain.between(0, 1)).contains(Distance.SAME_NODE);
    }

    @Test
    void cacheIsTheOneOfTheHighestLevel() throws IOException {
        cache(0, 0, "1", "0");
        cache(0, 3, "3", "0-3");
        cache(0, 2, "2", "0-1");
        cache(2, 0, "3", "");

        assertThat(Topology.cacheSiblingsOf(CpuSet.parse("0-2"), cpus)).isEqualTo(Map.of(0, CpuSet.parse("0-3")));
    }

    @Test
    void machineIsLookedAtOnceForAllPairs() throws IOException {
        assertThat(Topology.around(Placement.UNPINNED)).isSameAs(Topology.around(Placement.UNPINNED));
    }

    private void cache(int cpu, int index, String level, String shared) throws IOException {
        Path directory = Files.createDirectories(
                cpus.resolve("cpu" + cpu).resolve("cache").resolve("index" + index));
        Files.writeString(directory.resolve("level"), level + "\n");
        Files.writeString(directory.resolve("shared_cpu_list"), shared + "\n");
    }
}
