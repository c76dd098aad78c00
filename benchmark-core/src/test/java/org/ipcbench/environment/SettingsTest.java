package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.Environment.Settings;
import org.ipcbench.environment.Environment.WakeUp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {
    private static final String HALTPOLL = "sys/module/haltpoll/parameters/guest_halt_poll_ns";
    private static final String LATENCY = "dev/cpu_dma_latency";

    @TempDir
    private Path root;

    private FakeMachine machine = new FakeMachine(Path.of(""), "amd64");

    @BeforeEach
    void layOut() throws IOException {
        machine = new FakeMachine(root, "amd64")
                .with(FakeMachine.CPUS + "cpuidle/current_driver", "intel_idle\n")
                .with(FakeMachine.CPUS + "cpuidle/current_governor_ro", "menu\n")
                .with(HALTPOLL, "0\n")
                .with(LATENCY, latency(2_000_000_000))
                .with("sys/module/intel_idle/parameters/max_cstate", "9\n")
                .with("proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n")
                .with("proc/cmdline", "root=UUID=1234 quiet idle=halt isolcpus=2,3 nohlt\n");
        for (int cpu : List.of(0, 1)) {
            withState(cpu, 0, "POLL", 0, "0");
            withState(cpu, 1, "C6", 133, cpu == 0 ? "0" : "1");
        }
    }

    @Test
    void idleStatesLimitsAndOptionsAreRecorded() {
        Settings settings = machine.capture().settings();

        assertThat(settings.idle())
                .isEqualTo(Map.of(
                        "driver", "intel_idle",
                        "governor", "menu",
                        "states", "POLL 0, C6 133 + POLL 0, C6 133 (disabled)",
                        "guest_halt_poll_ns", "0",
                        "intel_idle.max_cstate", "9",
                        "cpu_dma_latency", "none"));
        assertThat(settings.limits()).isEqualTo(Map.of("net.ipv4.tcp_rmem", "4096 131072 6291456"));
        assertThat(settings.options()).isEqualTo(Map.of("idle", "halt", "isolcpus", "2,3", "nohlt", "y"));
    }

    @Test
    void machineThatShowsNoneHasUnknownSettings() throws IOException {
        assertThat(new FakeMachine(root.resolve("elsewhere"), "amd64").capture().settings())
                .isEqualTo(Settings.UNKNOWN);
    }

    @Test
    void zeroIsAValueThatMayDiffer() throws IOException {
        Environment before = machine.capture();

        machine.with(HALTPOLL, "200000\n");

        assertThat(EnvironmentDifference.between(before, machine.capture()))
                .extracting(EnvironmentDifference::text)
                .containsExactly("settings.idle.guest_halt_poll_ns: 0, now 200000");
    }

    @Test
    void latencyThatAProcessHoldsIsComparedButHindersNoResumption() throws IOException {
        Environment before = machine.capture();

        machine.with(LATENCY, latency(5));

        assertThat(EnvironmentDifference.between(before, machine.capture())).isEmpty();
        assertThat(EnvironmentDifference.values(before)).containsEntry("settings.idle.cpu_dma_latency", "none");
        assertThat(EnvironmentDifference.values(machine.capture())).containsEntry("settings.idle.cpu_dma_latency", "5");
    }

    @Test
    void wakeUpsOfTwoRunsAreNoDifferenceOfTheirEnvironments() {
        Environment before = machine.capture().withWakeUps(Map.of("split-cpu", new WakeUp(41_000, 3_000, "0-1")));
        Environment now = machine.capture().withWakeUps(Map.of("split-cpu", new WakeUp(42_000, 3_000, "0-1")));

        assertThat(EnvironmentDifference.between(before, now)).isEmpty();
        assertThat(CommonEnvironment.of(List.of(before, now)).wakeUps().values())
                .singleElement()
                .extracting(WakeUp::isKnown)
                .isEqualTo(false);
    }

    @Test
    void environmentOfAnOlderBuildHasUnknownSettings() {
        String json = new Gson().toJson(machine.capture()).replaceFirst(",\"settings\".*", "}");

        Environment older = new Gson().fromJson(json, Environment.class);

        assertThat(older.settings()).isEqualTo(Settings.UNKNOWN);
        assertThat(older.wakeUps()).isEmpty();
        assertThat(EnvironmentDifference.between(older, machine.capture())).isEmpty();
    }

    @Test
    void namespacesBehindAPrefixAreNotThoseOfTheLauncher() {
        Settings settings = machine.capture().ofOtherNamespaces().settings();

        assertThat(settings.limits()).isEmpty();
        assertThat(settings.idle()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "boot/config-6.8.0, y",
        "lib/modules/6.8.0/config, y",
    })
    void optionsOfTheBuildAreFoundWhereDistributionsPutThem(String file, String value) throws IOException {
        machine.with("proc/sys/kernel/osrelease", "6.8.0\n")
                .with(file, "#\nCONFIG_HZ=1000\n# CONFIG_NO_HZ_FULL is not set\nCONFIG_IRQ_TIME_ACCOUNTING=y\n");

        assertThat(machine.capture().settings().options())
                .containsEntry("CONFIG_IRQ_TIME_ACCOUNTING", value)
                .containsEntry("CONFIG_HZ", "1000")
                .containsEntry("CONFIG_NO_HZ_FULL", "n")
                .doesNotContainKey("CONFIG_PREEMPT_DYNAMIC");
    }

    @ParameterizedTest
    @CsvSource({
        "cpu  5 0 5 90 1 0 7 0 0 0, charged",
        "cpu  5 0 5 90 1 3 7 0 0 0, uncharged",
        "cpu  5 0 5 90 1 0 0 0 0 0,",
        "cpu  5 0 5 90,",
    })
    void interruptsAreChargedUnlessTheKernelCountsThemApart(String stat, String expected) throws IOException {
        machine.with("proc/stat", stat + "\ncpu0 1 1 1 1 1 1 1 1 1 1\n");

        assertThat(machine.capture().settings().options().get("interrupts")).isEqualTo(expected);
    }

    private void withState(int cpu, int state, String name, int latency, String disabled) throws IOException {
        String directory = "%scpu%d/cpuidle/state%d/".formatted(FakeMachine.CPUS, cpu, state);
        machine.with(directory + "name", name + "\n")
                .with(directory + "latency", latency + "\n")
                .with(directory + "disable", disabled + "\n");
    }

    private static byte[] latency(int micros) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(micros)
                .array();
    }
}
