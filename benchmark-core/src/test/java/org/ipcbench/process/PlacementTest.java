package org.ipcbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacementTest {
    private static final CpuSet WITHOUT_CPU_0 = CpuSet.parse("2-3,6");
    private static final CpuSet ONE_CPU = CpuSet.of(4);

    @ParameterizedTest
    @EnumSource
    void defaultLeavesTheChoiceToTheKernel(Role role) {
        Placement placement = Placement.parse("default", ONE_CPU);

        assertThat(placement).isEqualTo(Placement.DEFAULT);
        assertThat(placement.cpus(role)).isEmpty();
        assertThat(placement.prefix(role)).isEmpty();
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"same-cpu|2|2", "split-cpu|2|3", "cpu:6,2|6|2", "cpu:3,3|3|3"})
    void choosesAmongTheAllowedCpus(String label, int client, int server) {
        assertThat(Placement.parse(label, WITHOUT_CPU_0)).isEqualTo(pinned(label, client, server));
    }

    @EnabledOnOs(OS.LINUX)
    @Test
    void oneCpuIsEnoughForSameCpu() {
        assertThat(Placement.parse("same-cpu", ONE_CPU)).isEqualTo(pinned("same-cpu", 4, 4));
    }

    @Test
    void oneCpuCannotBeSplit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse("split-cpu", ONE_CPU))
                .withMessage("split-cpu needs two CPUs, this process may use only CPU 4; same-cpu works");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"cpu:0,2|0", "cpu:2,0|0", "cpu:2,99999|99999"})
    void cpuOutsideTheAllowedIsNamed(String label, int missing) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse(label, WITHOUT_CPU_0))
                .withMessage("CPU %d is not among those this process may use: 2-3,6", missing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "same", "Default", "cpu:2", "cpu:2,3,6", "cpu:-1,2", "cpu:a,b", "cpu:2,999999", "node:0,1"})
    void unknownWordIsAnsweredWithWhatIsAllowed(String label) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Placement.parse(label, WITHOUT_CPU_0))
                .withMessage("'%s' is not one of %s", label, Placement.ALLOWED);
    }

    @Test
    void pinsEachPeerByACommandOfItsOwn() {
        Placement placement = pinned("cpu:6,2", 6, 2);

        assertThat(placement.prefix(Role.CLIENT)).containsExactly("taskset", "--cpu-list", "6");
        assertThat(placement.prefix(Role.SERVER)).containsExactly("taskset", "--cpu-list", "2");
        assertThat(placement.prefix(Role.AUXILIARY)).isEmpty();
    }

    private static Placement pinned(String label, int client, int server) {
        return new Placement(label, Optional.of(CpuSet.of(client)), Optional.of(CpuSet.of(server)));
    }
}
