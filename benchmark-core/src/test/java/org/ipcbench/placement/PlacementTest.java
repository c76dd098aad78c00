package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacementTest {
    /** Three CPUs in a container without CPU 0: two threads of one core on node 0, and one of node 1; CPU 8 is isolated. */
    private static final Topology TWO_NODES = new Topology(
            CpuSet.parse("2-3,6"),
            Map.of(2, CpuSet.parse("2-3"), 3, CpuSet.parse("2-3"), 6, CpuSet.of(6)),
            Map.of(),
            Map.of(0, CpuSet.parse("2-3"), 1, CpuSet.of(6)),
            FakeCommands.reaching("2-3,6,8"));

    private static final Topology ONE_CPU = topologyOfOneCpu(FakeCommands.reaching("4"));

    /** Two CPUs where /sys is hidden. */
    private static final Topology NOTHING_SHOWN =
            new Topology(CpuSet.parse("0-1"), Map.of(), Map.of(), Map.of(), FakeCommands.reaching("0-1"));

    private static Topology topologyOfOneCpu(PlacingCommands commands) {
        return new Topology(CpuSet.of(4), Map.of(), Map.of(), Map.of(0, CpuSet.of(4)), commands);
    }

    @ParameterizedTest
    @EnumSource
    void defaultPlacementLeavesTheChoiceToTheKernel(Role role) {
        Placement placement = Placement.parse("unpinned", ONE_CPU);

        assertThat(placement).isEqualTo(Placement.UNPINNED);
        assertThat(placement.place(role)).isEmpty();
        assertThat(placement.prefix(role)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "same-cpu   | taskset -c 2 | taskset -c 2",
                "split-cpu  | taskset -c 2 | taskset -c 6",
                "cpu:6,2    | taskset -c 6 | taskset -c 2",
                "cpu:3,3    | taskset -c 3 | taskset -c 3",
                "cpu:8,2    | taskset -c 8 | taskset -c 2",
                "same-node  | numactl --cpunodebind=0 --membind=0 | numactl --cpunodebind=0 --membind=0",
                "cross-node | numactl --cpunodebind=0 --membind=0 | numactl --cpunodebind=1 --membind=1",
                "node:1,0   | numactl --cpunodebind=1 --membind=1 | numactl --cpunodebind=0 --membind=0",
            })
    void eachPeerIsPinnedByItsOwnCommand(String label, String client, String server) {
        Placement placement = Placement.parse(label, TWO_NODES);

        assertThat(placement.obstacle()).isEmpty();
        assertThat(placement.prefix(Role.CLIENT)).containsExactly(client.split(" "));
        assertThat(placement.prefix(Role.SERVER)).containsExactly(server.split(" "));
        assertThat(placement.prefix(Role.AUXILIARY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "unpinned, 1, true",
        "unpinned, 2, false",
        "same-cpu, 8, true",
        "'cpu:3,3', 8, true",
        "split-cpu, 8, false",
        "same-node, 8, false"
    })
    void peersMayHaveOneCpuBetweenThem(String label, int cpus, boolean one) {
        assertThat(Placement.parse(label, TWO_NODES).leavesOneCpu(cpus)).isEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "split-cpu  | needs two CPUs",
                "cross-node | needs two NUMA nodes",
                "node:0,1   | needs NUMA node 1",
            })
    void missingCpusOrNodesAreAnObstacleNotAnError(String label, String reason) {
        Placement placement = Placement.parse(label, ONE_CPU);

        assertThat(placement.label()).isEqualTo(label);
        assertThat(placement.obstacle()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-node", "cross-node", "node:0,0"})
    void kernelThatShowsNoNodesIsNotAMachineWithoutThem(String label) {
        assertThat(Placement.parse(label, NOTHING_SHOWN).obstacle())
                .contains(label)
                .endsWith("needs a kernel that shows NUMA nodes; use split-cpu");
    }

    @ParameterizedTest
    @CsvSource({"same-cpu, util-linux", "'cpu:4,4', util-linux", "same-node, numactl"})
    void commandsThatFailAreAnObstacleNamedWithTheirWordsAndTheirPackage(String label, String remedy) {
        Topology topology = topologyOfOneCpu(FakeCommands.failing("Operation not permitted"));

        assertThat(Placement.parse(label, topology).obstacle())
                .contains("install " + remedy + " (Operation not permitted)");
    }

    @Test
    void cpusOfThePeersAreThoseOfBothPlaces() {
        assertThat(Placement.parse("cpu:8,2", TWO_NODES).cpus()).contains(CpuSet.parse("2,8"));
        assertThat(Placement.UNPINNED.cpus()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"cpu:0,2|0", "cpu:2,0|0", "cpu:2,99999|99999"})
    void cpuOutsideTheAllowedSetIsNamed(String label, int missing) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse(label, TWO_NODES))
                .withMessage("CPU %d is not one of those that this process may use: 2-3,6,8", missing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "elsewhere",
                "cpu:2",
                "cpu:2,3,6",
                "cpu:-1,2",
                "cpu:a,b",
                "cpu:2,999999",
                "cpu:02,6",
                "node:0",
                "node:00,1"
            })
    void unknownPlacementIsRefusedWithWhatIsAllowed(String label) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse(label, TWO_NODES))
                .withMessage("'%s' is not one of %s", label, Placement.ALLOWED);
    }

    @Test
    void clientMayBePlacedAlone() {
        Placement placement = Placement.parseAll("cpu:2,-,unpinned", TWO_NODES).get(0);

        assertThat(placement.label()).isEqualTo("cpu:2,-");
        assertThat(placement.prefix(Role.CLIENT)).containsExactly("taskset", "-c", "2");
        assertThat(placement.place(Role.SERVER)).isEmpty();
        assertThat(placement.leavesOneCpu(4)).isFalse();
    }

    @Test
    void caseDoesNotMatterAndLabelsAreInLowerCase() {
        assertThat(Placement.parseAll("Same-CPU,CPU:2,3,Node:0,1", TWO_NODES))
                .extracting(Placement::label)
                .containsExactly("same-cpu", "cpu:2,3", "node:0,1");
        assertThatIllegalArgumentException().isThrownBy(() -> Placement.parseAll("same-cpu,SAME-CPU", TWO_NODES));
    }

    @Test
    void mistypedPlacementGetsTheNearestName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse("samecpu", TWO_NODES))
                .withMessage("unknown placement 'samecpu', did you mean 'same-cpu'? Allowed: " + Placement.ALLOWED);
    }

    @Test
    void placementsAreSeparatedByCommasThoughOneContainsAComma() {
        assertThat(Placement.parseAll("unpinned,cpu:2,6,same-cpu,node:0,1,cpu:6,2", TWO_NODES))
                .extracting(Placement::label)
                .containsExactly("unpinned", "cpu:2,6", "same-cpu", "node:0,1", "cpu:6,2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "unpinned,", ",unpinned", "unpinned,,same-cpu", "unpinned,unpinned", "cpu:2,6,3"})
    void malformedListsAreRefused(String labels) {
        assertThatIllegalArgumentException().isThrownBy(() -> Placement.parseAll(labels, TWO_NODES));
    }

    @Test
    void peerOnOtherCpusIsAMismatch() {
        Placement nodes = Placement.parse("cross-node", TWO_NODES);
        assertThat(nodes.mismatch(Role.CLIENT, "2-3", "bind:0")).isEmpty();
        assertThat(nodes.mismatch(Role.SERVER, "6", "bind:1")).isEmpty();
        assertThat(Placement.UNPINNED.mismatch(Role.SERVER, "0-7", "default")).isEmpty();
        assertThat(Placement.parse("cpu:2,6", TWO_NODES).mismatch(Role.SERVER, "6", "default"))
                .isEmpty();

        assertThat(nodes.mismatch(Role.SERVER, "2-3", "bind:1"))
                .get()
                .asString()
                .contains("server was meant to run on CPU 6");
        assertThat(nodes.mismatch(Role.SERVER, "6", "default")).get().asString().contains("with memory default");
        assertThat(nodes.mismatch(Role.SERVER, "", "default"))
                .contains("server was meant to run on CPU 6 with memory bind:1 but may run with memory default");
        assertThat(nodes.mismatch(Role.SERVER, "2-3", ""))
                .contains("server was meant to run on CPU 6 with memory bind:1 but may run on CPU 2-3");
        assertThat(nodes.place(Role.SERVER)).contains(new Place(CpuSet.of(6), Optional.of(1)));
    }
}
