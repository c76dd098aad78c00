package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.environment.Machine.CpuCache;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.environment.Machine.NumaNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers and systems that tell little, nothing, or nonsense. */
class UnreadableMachineTest {
    @TempDir
    private Path root;

    @Test
    void unreadableMachineStillDescribesTheJvm() {
        Environment environment = new FakeMachine(root, "aarch64").capture();

        assertThat(environment.machine())
                .isEqualTo(new Machine(
                        new Cpu("aarch64", 0, 0, 0, "", "", List.of(), "", "", "", ""),
                        List.of(),
                        List.of(),
                        new Memory(0, 0, 0),
                        List.of()));
        assertThat(environment.kernel())
                .isEqualTo(new Kernel("Linux", "5.10.0-jvm", "", Map.of(), "", "", "", "", "", 0, "", ""));
        assertThat(environment.description())
                .isEqualTo(environment.descriptionUnplaced())
                .isEqualTo("aarch64, Linux 5.10, JDK 17.0.15");
    }

    @Test
    void variantsAreDescribedTogetherAndToldApart() {
        PeerJvm old = new PeerJvm("17.0.15", 17, List.of("-Xint"));
        PeerJvm late = new PeerJvm("25.0.3", 25, List.of("-Dpw=hunter2"));
        Map<String, PeerJvm> variants = new LinkedHashMap<>();
        variants.put("JDK 17.0.15", old);
        variants.put("JDK 25.0.3", late);

        Environment environment =
                new EnvironmentProbe(root).capture(Instant.EPOCH, 1, old, Map.of("tcp", "JDK"), variants);

        assertThat(environment.description()).endsWith(", JDK 17.0.15 and 25.0.3");
        assertThat(environment.variants())
                .containsExactly(
                        Map.entry("JDK 17.0.15", old),
                        Map.entry("JDK 25.0.3", new PeerJvm("25.0.3", 25, List.of("-Dpw=***"))));
        assertThat(environment.peerVersions()).containsExactly("17.0.15", "25.0.3");
    }

    /** Reading a directory fails as a denied file does, also for root, whom nothing denies. */
    @Test
    void unreadableFilesCountAsAbsent() throws IOException {
        FakeMachine machine = new FakeMachine(root, "aarch64");
        Environment absent = machine.capture();
        for (String file : List.of(
                "proc/cpuinfo",
                "proc/meminfo",
                "proc/loadavg",
                "proc/self/status",
                "proc/self/cgroup",
                "proc/sys/kernel/osrelease",
                FakeMachine.CPUS + "online",
                FakeMachine.CPUS + "cpu0/topology/thread_siblings_list",
                FakeMachine.CPUS + "cpu0/cache/index0/level",
                FakeMachine.CPUS + "vulnerabilities/meltdown",
                "sys/kernel/mm/transparent_hugepage/enabled",
                "sys/fs/cgroup/cpu.max",
                "sys/kernel/security/lsm",
                FakeMachine.CPUS + "smt/active",
                FakeMachine.CPUS + "cpufreq/boost")) {
            machine.withDirectory(file);
        }
        machine.with("sys/devices/system/node", "no directory");

        assertThat(machine.capture()).isEqualTo(absent);
    }

    @Test
    void environmentHoldsNeitherSecretsNorTheUsersHome() {
        Properties system = new Properties();
        system.setProperty("user.home", "/home/alice");
        PeerJvm peers = new PeerJvm("17", 17, List.of("-Dpw=hunter2", "-XX:SharedArchiveFile=/home/alice/a.jsa"));

        Environment environment = new EnvironmentProbe(root, system)
                .capture(FakeMachine.STARTED_AT, 1, peers, Map.of("pigeon", "/home/alice/pigeon.jar"));

        assertThat(environment.peers().flags()).containsExactly("-Dpw=***", "-XX:SharedArchiveFile=~/a.jsa");
        assertThat(environment.transports()).containsEntry("pigeon", "~/pigeon.jar");
    }

    @Test
    void armCpuIsNamedByImplementerAndPart() throws IOException {
        FakeMachine machine = new FakeMachine(root, "aarch64")
                .with("proc/cpuinfo", armCpu(0, "0xd0c") + armCpu(1, "0xd0c"))
                .with("sys/firmware/devicetree/base/model", "Some Board\0");

        Cpu cpu = machine.capture().machine().cpu();

        assertThat(cpu.model()).isEqualTo("CPU implementer 0x41 part 0xd0c");
        assertThat(cpu.logicalCpus()).isEqualTo(2);
        assertThat(cpu.hypervisor()).as("aarch64 has no such flag").isEmpty();
    }

    @Test
    void armCpuWithoutNumbersIsNamedByItsBoard() throws IOException {
        FakeMachine machine = new FakeMachine(root, "aarch64")
                .with("proc/cpuinfo", "processor : 0\nFeatures : fp asimd\n\nHardware : BCM2835\n")
                .with("sys/firmware/devicetree/base/model", "Raspberry Pi 4 Model B\0");

        assertThat(machine.capture().description()).isEqualTo("Raspberry Pi 4 Model B, 1 CPU, Linux 5.10, JDK 17.0.15");
    }

    @Test
    void socketsThatFirmwareDoesNotNumberAreUnknown() throws IOException {
        FakeMachine machine =
                new FakeMachine(root, "aarch64").withCpu(0, -1, 0, "0").withCpu(1, -1, 1, "1");

        Cpu cpu = machine.capture().machine().cpu();

        assertThat(cpu.sockets()).isZero();
        assertThat(cpu.cores()).isEqualTo(2);
    }

    @Test
    void cpuZeroMayBeOff() throws IOException {
        FakeMachine machine = new FakeMachine(root, "amd64")
                .with("proc/self/status", "Cpus_allowed_list:\t2,10\n")
                .with(FakeMachine.CPUS + "online", "2,10\n");
        for (int cpu : List.of(10, 2)) {
            machine.withCpu(cpu, 1, cpu, String.valueOf(cpu))
                    .withCache(cpu, 0, "2", "Unified", "512K", String.valueOf(cpu))
                    .with(FakeMachine.CPUS + "cpu" + cpu + "/cpufreq/scaling_governor", "schedutil");
        }

        Machine captured = machine.capture().machine();

        assertThat(captured.cpu().allowed()).isEqualTo("2,10");
        assertThat(captured.cpu().governors()).containsExactly("schedutil");
        assertThat(captured.cpu().sockets()).isEqualTo(1);
        assertThat(captured.cpu().logicalCpus()).isEqualTo(2);
        assertThat(captured.caches())
                .as("CPUs in numerical order")
                .containsExactly(new CpuCache(2, "Unified", 512 << 10, List.of("2", "10")));
    }

    @Test
    void withoutTopologyCpuinfoDescribesTheCpus() throws IOException {
        StringBuilder info = new StringBuilder();
        for (int cpu = 0; cpu < 8; cpu++) {
            info.append("processor : %d\nphysical id : %d\ncore id : %d\nflags : fpu hypervisor sse\n\n"
                    .formatted(cpu, cpu / 4, cpu % 2));
        }

        Cpu cpu = new FakeMachine(root, "amd64")
                .with("proc/cpuinfo", info.toString())
                .capture()
                .machine()
                .cpu();

        assertThat(cpu).isEqualTo(new Cpu("amd64", 2, 4, 8, "", "", List.of(), "", "present", "", ""));
    }

    @Test
    void flagThatContainsTheWordIsNotAHypervisor() throws IOException {
        FakeMachine machine =
                new FakeMachine(root, "amd64").with("proc/cpuinfo", "processor : 0\nflags : nohypervisor2\n");

        assertThat(machine.capture().machine().cpu().hypervisor()).isEqualTo("absent");
    }

    @Test
    void malformedNumbersAreUnknown() throws IOException {
        byte[] noUtf8 = "\u00e9\u00ff: \u00fe\n:\n\n::\nprocessor".getBytes(StandardCharsets.ISO_8859_1);
        FakeMachine machine = new FakeMachine(root, "amd64")
                .with("proc/cpuinfo", noUtf8)
                .with("proc/meminfo", "MemTotal: 99999999999999999999 kB\n")
                .with("proc/loadavg", "NaN 1.0 2.0 1/2 3\n")
                .with("proc/self/cgroup", "0::no/slash\n")
                .with("sys/fs/cgroup/cpu.max", "plenty\n")
                .with("sys/devices/system/node/node99999999999/cpulist", "0\n")
                .with("sys/devices/system/node/nodeX/cpulist", "0\n")
                .with("sys/devices/system/node/node3/meminfo", "Node 3 MemTotal: lots\n")
                .with("sys/kernel/mm/transparent_hugepage/enabled", "always ][ never\n")
                .withCache(0, 0, "first", "Data", "32K", "0")
                .withCache(0, 1, "2", "Unified", "-1K", "");

        Environment environment = machine.capture();

        assertThat(environment.machine().cpu().logicalCpus()).isZero();
        assertThat(environment.machine().memory().totalBytes()).isZero();
        assertThat(environment.machine().loadAverages()).isEmpty();
        assertThat(environment.machine().numaNodes()).containsExactly(new NumaNode(3, "", 0));
        assertThat(environment.machine().caches()).containsExactly(new CpuCache(2, "Unified", 0, List.of()));
        assertThat(environment.kernel().cgroupCpuMax()).isEmpty();
        assertThat(environment.kernel().transparentHugePages()).isEqualTo("always ][ never");
        assertThatCode(() -> new Gson().toJson(environment)).doesNotThrowAnyException();
    }

    @Test
    void processOutsideItsContainersRootReadsBelowTheMount() throws IOException {
        FakeMachine machine = new FakeMachine(root, "amd64")
                .with("proc/self/cgroup", "0::/../../outside\n")
                .with("sys/outside/cpu.max", "1 100000\n")
                .with("outside/cpu.max", "1 100000\n")
                .withDirectory("sys/fs/cgroup");

        assertThat(machine.capture().kernel().cgroupCpuMax()).isEmpty();
    }

    @Test
    void peersJdkIsDescribedWhereItDiffers() {
        Environment environment =
                new EnvironmentProbe(root).capture(Instant.EPOCH, 1, new PeerJvm("99", 99, List.of()), Map.of());

        assertThat(environment.description()).endsWith(", JDK 99");
    }

    @Test
    void machineOfThisTestIsCaptured() {
        Environment environment = new EnvironmentProbe()
                .capture(
                        FakeMachine.STARTED_AT,
                        1,
                        new PeerJvm(
                                System.getProperty("java.version"),
                                Runtime.version().feature(),
                                List.of()),
                        Map.of());

        assertThat(environment.description()).endsWith("JDK " + System.getProperty("java.version"));
        assertThat(environment.machine().cpu().model()).isNotEmpty();
    }

    private static String armCpu(int number, String part) {
        return "processor\t: %d\nBogoMIPS\t: 243.75\nCPU implementer\t: 0x41\nCPU part\t: %s\n\n"
                .formatted(number, part);
    }
}
