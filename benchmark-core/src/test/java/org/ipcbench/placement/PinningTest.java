package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PinningTest {
    private static final Placement NODES =
            new Placement("same-node", Optional.of(onNode("0-1")), Optional.of(onNode("0-1")), "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-7   | 2 | 6 | taskset -c 0-1,3-5,7",
                "0,2,3 | 2 | 2 | taskset -c 0,3", // same-cpu leaves all others
                "0-1   | 0 | 1 | taskset -c 0-1", // none are left
                "4-5   | 0 | 1 | taskset -c 4-5" // isolated CPUs are not among those that this program may use
            })
    void jvmRunsOnTheCpusThatNoPeerMeasuresOn(String allowed, int client, int server, String prefix) {
        Pinning threads = new Pinning(Pin.THREAD, CpuSet.parse(allowed));
        Placement placement = onCpus(client, server);

        assertThat(threads.prefix(placement, Role.CLIENT)).containsExactly(prefix.split(" "));
        assertThat(threads.prefix(placement, Role.SERVER)).containsExactly(prefix.split(" "));
        assertThat(threads.threadCpus(placement, Role.CLIENT)).contains(CpuSet.of(client));
        assertThat(threads.threadCpus(placement, Role.SERVER)).contains(CpuSet.of(server));
    }

    @Test
    void environmentSaysWhatIsBoundAndWhereTheOthersRun() {
        Pinning threads = new Pinning(Pin.THREAD, CpuSet.parse("0-7"));
        Pinning processes = new Pinning(Pin.PROCESS, CpuSet.parse("0-7"));

        assertThat(threads.bound(onCpus(2, 6), Role.CLIENT)).contains(Pin.THREAD);
        assertThat(threads.otherCpus(onCpus(2, 6), Role.CLIENT)).contains(CpuSet.parse("0-1,3-5,7"));
        assertThat(processes.bound(onCpus(2, 6), Role.SERVER)).contains(Pin.PROCESS);
        assertThat(processes.otherCpus(onCpus(2, 6), Role.SERVER)).contains(CpuSet.of(6));
        assertThat(threads.bound(NODES, Role.SERVER)).contains(Pin.PROCESS);
        assertThat(threads.otherCpus(NODES, Role.SERVER)).contains(CpuSet.parse("0-1"));
        assertThat(threads.bound(Placement.UNPINNED, Role.CLIENT)).isEmpty();
        assertThat(threads.otherCpus(Placement.UNPINNED, Role.CLIENT)).isEmpty();
    }

    @Test
    void jvmCountsAllCpusWhicheverThreadAsks() {
        Pinning threads = new Pinning(Pin.THREAD, CpuSet.parse("0-7"));

        assertThat(threads.jvmArguments(onCpus(2, 6), Role.CLIENT)).containsExactly("-XX:ActiveProcessorCount=8");
    }

    @Test
    void launcherStandsAsideIfThereIsRoom() {
        Pinning threads = new Pinning(Pin.THREAD, CpuSet.parse("0-2"));

        assertThat(threads.aside(onCpus(0, 2))).contains(CpuSet.of(1));
        assertThat(new Pinning(Pin.THREAD, CpuSet.parse("0-1")).aside(onCpus(0, 1)))
                .isEmpty();
        assertThat(threads.aside(Placement.UNPINNED)).isEmpty();
        assertThat(threads.aside(NODES)).isEmpty();
        assertThat(new Pinning(Pin.PROCESS, CpuSet.parse("0-2")).aside(onCpus(0, 2)))
                .isEmpty();
    }

    @Test
    void boundProcessStartsInItsPlace() {
        Pinning processes = new Pinning(Pin.PROCESS, CpuSet.parse("0-7"));
        Placement placement = onCpus(2, 6);

        assertThat(processes.prefix(placement, Role.CLIENT)).containsExactly("taskset", "-c", "2");
        assertThat(processes.threadCpus(placement, Role.CLIENT)).isEmpty();
        assertThat(processes.jvmArguments(placement, Role.CLIENT)).isEmpty();
    }

    /** Its memory is there, too. */
    @ParameterizedTest
    @EnumSource
    void placementOnNodesBindsProcesses(Pin pin) {
        Pinning pinning = new Pinning(pin, CpuSet.parse("0-7"));

        assertThat(pinning.prefix(NODES, Role.CLIENT)).startsWith("numactl");
        assertThat(pinning.threadCpus(NODES, Role.CLIENT)).isEmpty();
        assertThat(pinning.jvmArguments(NODES, Role.CLIENT)).isEmpty();
    }

    @Test
    void kernelChoosesTheCpusOfTheOthers() {
        Pinning threads = new Pinning(Pin.THREAD, CpuSet.parse("0-7"));

        for (Map.Entry<Placement, Role> other : List.of(
                Map.entry(Placement.UNPINNED, Role.CLIENT),
                Map.entry(Placement.UNPINNED, Role.SERVER),
                Map.entry(onCpus(0, 1), Role.AUXILIARY))) {
            assertThat(threads.prefix(other.getKey(), other.getValue())).isEmpty();
            assertThat(threads.threadCpus(other.getKey(), other.getValue())).isEmpty();
            assertThat(threads.jvmArguments(other.getKey(), other.getValue())).isEmpty();
        }
    }

    @Test
    void unknownNameIsRefused() {
        assertThat(Pin.ofLabel("process")).isEqualTo(Pin.PROCESS);
        assertThatIllegalArgumentException().isThrownBy(() -> Pin.ofLabel("core"));
    }

    private static Placement onCpus(int client, int server) {
        return new Placement("here", Optional.of(Place.onCpu(client)), Optional.of(Place.onCpu(server)), "");
    }

    private static Place onNode(String cpus) {
        return new Place(CpuSet.parse(cpus), Optional.of(0));
    }
}
