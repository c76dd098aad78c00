package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Environment.LauncherJvm;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.environment.Machine.CpuCache;
import org.ipcbench.environment.Machine.NumaNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An x86 server: two sockets with two cores each, twelve CPU numbers of which eight are online, two NUMA nodes. */
class TwoSocketMachineTest {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    @TempDir
    private Path root;

    private FakeMachine server;

    @BeforeEach
    void layOut() throws IOException {
        server = new FakeMachine(root, "amd64")
                .with("proc/meminfo", "MemTotal:       67108864 kB\nMemFree:         1024 kB\n")
                .with(
                        "proc/self/status",
                        "Name:\tjava\nSeccomp:\t2\nSeccomp_filters:\t3\nCpus_allowed:\tff\nCpus_allowed_list:\t0-3,8-11\n")
                .with("sys/kernel/security/lsm", "lockdown,capability,yama,apparmor")
                .with("proc/sys/net/ipv4/tcp_congestion_control", "cubic\n")
                .with("proc/self/cgroup", "1:name=systemd:/\n0::/user.slice/run.scope\n")
                .with("proc/loadavg", "0.52 1.25 12.00 3/456 7890\n")
                .with("proc/sys/kernel/ostype", "Linux\n")
                .with("proc/sys/kernel/osrelease", "6.8.0-45-generic\n")
                .with("proc/sys/kernel/version", "#45-Ubuntu SMP PREEMPT_DYNAMIC\n")
                .with("proc/sys/kernel/numa_balancing", "1\n")
                .with(FakeMachine.CPUS + "online", "0-3,8-11\n")
                .with(FakeMachine.CPUS + "smt/active", "1\n")
                .with(FakeMachine.CPUS + "intel_pstate/no_turbo", "1\n")
                .with(FakeMachine.CPUS + "vulnerabilities/spectre_v2", "Mitigation: Retpolines\n")
                .with(FakeMachine.CPUS + "vulnerabilities/meltdown", "Not affected\n")
                .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
                .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
                .with("sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise [never] deny\n")
                .with("sys/devices/system/node/node0/cpulist", "0-1,8-9\n")
                .with("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:  33554432 kB\nNode 0 MemFree: 1 kB\n")
                .with("sys/devices/system/node/node1/cpulist", "2-3,10-11\n")
                .with("sys/devices/system/node/node1/meminfo", "Node 1 MemTotal:  33554432 kB\nNode 1 MemFree: 1 kB\n")
                .withDirectory("dev/shm");
        StringBuilder cpuInfo = new StringBuilder();
        for (int cpu : List.of(0, 1, 2, 3, 8, 9, 10, 11)) {
            int core = cpu % 8;
            int socket = core / 2;
            String siblings = core + "," + (core + 8);
            // Core ids repeat from socket to socket, as they do on real machines.
            server.withCpu(cpu, socket, core % 2, siblings)
                    .withCache(cpu, 0, "1", "Data", "32K", siblings)
                    .withCache(cpu, 1, "1", "Instruction", "32K", siblings)
                    .withCache(cpu, 2, "2", "Unified", "1M", siblings)
                    .withCache(cpu, 3, "3", "Unified", "16384K", socket == 0 ? "0-1,8-9" : "2-3,10-11")
                    .with(FakeMachine.CPUS + "cpu" + cpu + "/cpufreq/scaling_governor", "performance\n");
            cpuInfo.append(
                    "processor\t: %d\nmodel name\t: Intel(R) Xeon(R) Gold\nflags\t\t: fpu tsc\n\n".formatted(cpu));
        }
        for (int off = 4; off < 8; off++) {
            server.withDirectory(FakeMachine.CPUS + "cpu" + off);
        }
        server.with("proc/cpuinfo", cpuInfo.toString());
    }

    @Test
    void countsSocketsCoresAndCpusOnline() {
        assertThat(server.capture().machine().cpu())
                .isEqualTo(new Cpu(
                        "Intel(R) Xeon(R) Gold",
                        2,
                        4,
                        8,
                        "0-3,8-11",
                        "0-3,8-11",
                        List.of("performance"),
                        "tsc",
                        "absent",
                        "on",
                        "off"));
    }

    @Test
    void listsEachKindOfCacheOnceWithTheCpusThatShareIt() {
        List<String> siblings = List.of("0,8", "1,9", "2,10", "3,11");
        assertThat(server.capture().machine().caches())
                .containsExactly(
                        new CpuCache(1, "Data", 32 << 10, siblings),
                        new CpuCache(1, "Instruction", 32 << 10, siblings),
                        new CpuCache(2, "Unified", MIB, siblings),
                        new CpuCache(3, "Unified", 16 * MIB, List.of("0-1,8-9", "2-3,10-11")));
    }

    @Test
    void listsNodesAndMemory() throws IOException {
        Machine machine = server.capture().machine();

        assertThat(machine.numaNodes())
                .containsExactly(new NumaNode(0, "0-1,8-9", 32 * GIB), new NumaNode(1, "2-3,10-11", 32 * GIB));
        assertThat(machine.memory().totalBytes()).isEqualTo(64 * GIB);
        assertThat(machine.memory().sharedMemoryBytes())
                .isPositive()
                .isEqualTo(Files.getFileStore(root).getTotalSpace());
        assertThat(machine.memory().sharedMemoryFreeBytes())
                .isPositive()
                .isLessThanOrEqualTo(machine.memory().sharedMemoryBytes());
        assertThat(machine.loadAverages()).containsExactly(0.52, 1.25, 12.0);
    }

    @Test
    void listsTheKernelAndItsSettings() {
        assertThat(server.capture().kernel())
                .isEqualTo(new Kernel(
                        "Linux",
                        "6.8.0-45-generic",
                        "#45-Ubuntu SMP PREEMPT_DYNAMIC",
                        Map.of("meltdown", "Not affected", "spectre_v2", "Mitigation: Retpolines"),
                        "1",
                        "madvise",
                        "never",
                        "",
                        "filter",
                        3,
                        "lockdown,capability,yama,apparmor",
                        "cubic"));
    }

    @Test
    void tightestOfNestedCpuLimitsCounts() throws IOException {
        server.with("sys/fs/cgroup/user.slice/run.scope/cpu.max", "max 100000\n")
                .with("sys/fs/cgroup/user.slice/cpu.max", "100000 50000\n")
                .with("sys/fs/cgroup/cpu.max", "300000 100000\n")
                .with("sys/fs/cgroup/other.slice/cpu.max", "1000 100000\n");

        assertThat(server.capture().kernel().cgroupCpuMax()).isEqualTo("100000 50000");
    }

    @Test
    void containerSeesItsLimitAtItsOwnRoot() throws IOException {
        server.with("proc/self/cgroup", "0::/\n").with("sys/fs/cgroup/cpu.max", "150000 100000\n");

        assertThat(server.capture().kernel().cgroupCpuMax()).isEqualTo("150000 100000");
    }

    @Test
    void unlimitedGroupIsReportedAsUnlimited() throws IOException {
        server.with("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");

        assertThat(server.capture().kernel().cgroupCpuMax()).isEqualTo("max 100000");
    }

    @Test
    void limitOfVersionOneIsWrittenAsThatOfVersionTwo() throws IOException {
        server.with("proc/self/cgroup", "4:cpu,cpuacct:/docker/1\n0::/\n")
                .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n")
                .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");

        assertThat(server.capture().kernel().cgroupCpuMax()).isEqualTo("50000 100000");
        server.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        assertThat(server.capture().kernel().cgroupCpuMax()).isEqualTo("max 100000");
    }

    @Test
    void boostOfOtherDriversIsTurboToo() throws IOException {
        server.with(FakeMachine.CPUS + "cpufreq/boost", "1\n");

        assertThat(server.capture().machine().cpu().turbo()).isEqualTo("on");
    }

    @Test
    void differentGovernorsAndModelsAreAllListed() throws IOException {
        server.with(FakeMachine.CPUS + "cpu9/cpufreq/scaling_governor", "powersave\n")
                .with("proc/cpuinfo", "processor : 0\nmodel name : P core\n\nprocessor : 1\nmodel name : E core\n");

        Cpu cpu = server.capture().machine().cpu();

        assertThat(cpu.governors()).containsExactly("performance", "powersave");
        assertThat(cpu.model()).isEqualTo("P core + E core");
    }

    @Test
    void summaryIsOneLine() {
        assertThat(server.capture().description()).isEqualTo("Intel(R) Xeon(R) Gold, 8 CPUs, Linux 6.8, JDK 17.0.15");
    }

    @Test
    void warnsThatTheKernelMovesPeersWithoutPlacement() throws IOException {
        String line = server.capture().description();

        assertThat(server.capture().descriptionUnplaced()).isEqualTo(line + ", kernel.numa_balancing=1");
        server.with("proc/sys/kernel/numa_balancing", "0\n");
        assertThat(server.capture().descriptionUnplaced()).isEqualTo(line);
    }

    @Test
    void callersValueIsKept() {
        Environment environment = server.capture();

        assertThat(environment.startedAt()).isEqualTo("2026-03-01T12:30:45Z");
        assertThat(environment.seed()).isEqualTo(42);
        assertThat(environment.suiteVersion()).isEqualTo(SuiteVersion.current());
        assertThat(environment.peers()).isEqualTo(new PeerJvm("17.0.15", 17, List.of("-XX:+UseSerialGC")));
        assertThat(environment.transports()).containsExactly(Map.entry("tcp", "JDK"));
        assertThat(environment.launcher())
                .isEqualTo(new LauncherJvm(
                        "17.0.15", "OpenJDK 64-Bit Server VM", "Eclipse Adoptium", "17.0.15+6", "Linux", "amd64"));
    }

    @Test
    void survivesJson() {
        Gson gson = new GsonBuilder().create();
        Environment environment = server.capture();

        assertThat(gson.fromJson(gson.toJson(environment), Environment.class)).isEqualTo(environment);
    }
}
