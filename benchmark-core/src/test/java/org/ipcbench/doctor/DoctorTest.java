package org.ipcbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Intent.Crowd;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.environment.FakeMachine;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.scratch.ProcessIdentity;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.Transport.Auxiliary;
import org.ipcbench.transport.WaitStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorTest {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long NEEDED_BYTES = 600 << 20;
    private static final long ADDRESS_BYTES = 1 << 30;

    /** Looks until the compiler has come to them; without them the doctor would wait for it, half a second of this clock. */
    private static final int SLOW_LOOKS = 60;

    private FakeClock clock = new FakeClock(20, SLOW_LOOKS);
    private OptionalDouble emptyCall = OptionalDouble.empty();
    private Optional<WakeUp> wakeUp = Optional.empty();

    private final Properties system = new Properties();
    private Path temporary = Path.of("");
    private Path usual = Path.of("");
    private Path root = Path.of("");
    private FakeMachine machine = new FakeMachine(root, "amd64");
    private Runnable watch = () -> {};
    private MachineStalls stalls = new MachineStalls(SampleStalls.of(SECOND_NANOS), SampleStalls.of(SECOND_NANOS));

    @BeforeEach
    void layOut(@TempDir Path directory) throws IOException {
        root = directory;
        temporary = Files.createDirectory(directory.resolve("chosen"));
        usual = Files.createDirectory(directory.resolve("tmp"));
        machine = new FakeMachine(root, "amd64").with("proc/self/cgroup", "0::/\n");
    }

    @Test
    void machineThatTellsNothingHasNothingWrong() {
        Diagnosis diagnosis = examine(ListedTransport.of("string"));

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.isSerious()).isFalse();
        assertThat(diagnosis.line()).isEmpty();
        assertThat(diagnosis.text())
                .isEqualTo(
                        ("measured: a reading of the clock takes 20 ns, this machine stalls 0.0 %% of the time, up to 0.00 us, which"
                                        + " spoils no p99%nnothing found that changes figures%n")
                                .formatted());
    }

    @Test
    void figuresOfTheMachineAreToldAlsoWhereTheyAreUsual() {
        wakeUp = Optional.of(new WakeUp(41_200, 3_000, "0,1"));
        emptyCall = OptionalDouble.of(203);

        assertThat(examine(ListedTransport.of("string")).text())
                .startsWith(
                        "measured: a sleeping CPU wakes up in 41 us (CPUs 0,1), a reading of the clock takes 20 ns, a system call that does nothing takes 203 ns");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
               20 | kvm-clock | |
              150 | hpet | |
             1000 | tsc | SERIOUS | measure where programs may read
             1000 | hpet | SERIOUS | echo tsc >
             1000 | '' | SERIOUS | measure where programs may read
            """)
    void clockIsSlowByItsReadingsNotByItsName(
            long nanos, String source, @Nullable Severity severity, @Nullable String remedy) throws IOException {
        clock = new FakeClock(nanos, SLOW_LOOKS);
        machine.with("sys/devices/system/clocksource/clocksource0/current_clocksource", source + "\n");

        List<Finding> findings = examine(ListedTransport.of("string")).findings();

        assertThat(findings).extracting(Finding::name).isEqualTo(severity == null ? List.of() : List.of("slow clock"));
        assertThat(findings).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.remedy()).startsWith(remedy);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            proc/self/status | Seccomp: 2 | (a seccomp filter is in force) | seccomp=unconfined
            sys/kernel/security/lsm | lockdown,capability,apparmor,bpf | (the kernel asks apparmor) | lsm=
            sys/kernel/security/lsm | capability,selinux | (the kernel asks selinux) | lsm=
            sys/kernel/security/lsm | capability,yama | takes 820 ns | measure outside
            """)
    void filterAndModuleAreNamedWhereSystemCallsAreSlow(String file, String content, String cause, String remedy)
            throws IOException {
        machine.with(file, content + "\n");
        emptyCall = OptionalDouble.of(250);

        assertThat(examine(ListedTransport.of("string")).findings())
                .as("calls are fast")
                .isEmpty();

        emptyCall = OptionalDouble.of(820);

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo("slow system calls");
                    assertThat(finding.severity()).isEqualTo(Severity.MODERATE);
                    assertThat(finding.statement()).endsWith(cause);
                    assertThat(finding.remedy()).contains(remedy);
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sys/devices/system/cpu/cpu0/cpufreq/scaling_governor | powersave | CPU governor | MODERATE | cpupower frequency-set -g performance
            sys/devices/system/cpu/cpufreq/boost | 1 | turbo | MODERATE | echo 0 > /sys/devices/system/cpu/cpufreq/boost
            sys/devices/system/cpu/intel_pstate/no_turbo | 0 | turbo | MODERATE | echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo
            sys/devices/system/cpu/smt/active | 1 | SMT | MODERATE | --placement split-cpu
            sys/devices/system/cpu/isolated | 4-7 | isolated CPUs | NOTE | --placement cpu:4,5
            sys/devices/system/cpu/isolated | 4 | isolated CPUs | NOTE | --placement cpu:4,4
            sys/fs/cgroup/cpu.max | 150000 100000 | CPU limit | SERIOUS | CPUQuota=
            sys/fs/cgroup/memory.max | 536870912 | memory limit | SERIOUS | --memory=1200m
            """)
    void settingIsFoundWithItsRemedy(String file, String content, String name, Severity severity, String remedy)
            throws IOException {
        machine.with(file, content + "\n");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo(name);
                    assertThat(finding.severity()).isEqualTo(severity);
                    assertThat(finding.remedy()).contains(remedy);
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sys/devices/system/cpu/cpu0/cpufreq/scaling_governor | performance
            sys/devices/system/cpu/cpufreq/boost | 0
            sys/devices/system/cpu/intel_pstate/no_turbo | 1
            sys/devices/system/cpu/smt/active | 0
            sys/devices/system/cpu/isolated | ''
            sys/devices/system/clocksource/clocksource0/current_clocksource | tsc
            sys/devices/system/clocksource/clocksource0/current_clocksource | arch_sys_counter
            sys/kernel/security/lsm | lockdown,capability,landlock,yama,bpf
            proc/self/status | Seccomp: 0
            proc/sys/kernel/numa_balancing | 1
            sys/fs/cgroup/cpu.max | max 100000
            sys/fs/cgroup/cpu.max | 400000 100000
            sys/fs/cgroup/memory.max | max
            sys/fs/cgroup/memory.max | 8589934592
            """)
    void harmlessSettingIsNotMentioned(String file, String content) throws IOException {
        machine.with(file, content + "\n");

        assertThat(examine(ListedTransport.of("string")).findings()).isEmpty();
    }

    @Test
    void whatASandboxHidesIsListed() throws IOException {
        machine.with("proc/self/fd/0", "")
                .with("proc/thread-self/schedstat", "1 2 3\n")
                .with("sys/fs/cgroup/cgroup.procs", "1\n");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo("not visible here");
                    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
                    assertThat(finding.statement())
                            .contains("other load and steal", "/proc/stat", "/sys/devices/system/cpu")
                            .doesNotContain("schedstat", "cgroup");
                });
    }

    @Test
    void balancingBetweenNodesIsFoundWhereThereAreSeveral() throws IOException {
        machine.with("proc/sys/kernel/numa_balancing", "1\n")
                .with("sys/devices/system/node/node0/cpulist", "0\n")
                .with("sys/devices/system/node/node1/cpulist", "1\n");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .extracting(Finding::remedy)
                .asString()
                .startsWith("sysctl -w kernel.numa_balancing=0");
    }

    @Test
    void sufficientCpuLimitThatHasStoppedTheGroupIsTold() throws IOException {
        machine.with("sys/fs/cgroup/cpu.max", "400000 100000\n")
                .with("sys/fs/cgroup/cpu.stat", "nr_periods 90\nnr_throttled 12\nthrottled_usec 7\n");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.MODERATE);
                    assertThat(finding.statement()).contains("4.00 CPUs", "stopped 12 times");
                });
    }

    @Test
    void tooFewTasksAreFoundBeforeAJvmFailsToStart() throws IOException {
        machine.with("sys/fs/cgroup/pids.max", "100\n").with("sys/fs/cgroup/pids.current", "90\n");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo("task limit");
                    assertThat(finding.severity()).isEqualTo(Severity.SERIOUS);
                    assertThat(finding.statement()).contains("10 more threads");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Max open files            15   15   files     | 15 files | ulimit -n
            Max processes             30   30   processes | 5 more threads | ulimit -u
            Max address space  536870912 unlimited bytes  | 512 MiB of addresses, and a peer reserves at least 1024 MiB | ulimit -v
            """)
    void limitThatFailsEveryIterationIsFoundBeforehand(String limit, String statement, String remedy)
            throws IOException {
        machine.with("proc/self/limits", limit + "\n");
        String status = "Uid:\t7\t7\t7\t7\nThreads:\t25\nCapEff:\t0\n";
        machine.with("proc/self/status", status).with("proc/1234/status", status);

        List<Finding> shortages = shortages();
        assertThat(shortages).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.SERIOUS);
            assertThat(finding.statement()).contains(statement);
            assertThat(finding.remedy()).contains(remedy);
        });
        assertThat(examine(ListedTransport.of("string")).findings())
                .extracting(Finding::name)
                .containsExactly(shortages.get(0).name());
    }

    /** A run is refused only where it is certain to fail. */
    @Test
    void limitThatMaySufficeRefusesNoRun() throws IOException {
        machine.with("sys/fs/cgroup/pids.max", "100\n").with("sys/fs/cgroup/pids.current", "60\n");
        assertThat(examine(ListedTransport.of("string")).isSerious()).isTrue();
        assertThat(shortages()).isEmpty();

        machine.with("sys/fs/cgroup/pids.current", "85\n");
        assertThat(shortages())
                .extracting(Finding::statement)
                .containsExactly("the control group allows 15 more threads, and an iteration takes more than 30");
    }

    @Test
    void clientsBeyondMemoryThreadsAndDescriptorsAreFoundBeforehand() throws IOException {
        machine.with("proc/meminfo", "MemTotal:        4096000 kB\n")
                .with("proc/self/limits", "Max open files            100   100   files\n");
        assertThat(shortages(200, 200))
                .extracting(Finding::statement)
                .containsExactlyInAnyOrder(
                        "a process may have 100 files and sockets open, and needs at least 418",
                        "200 clients take at least 8172 MiB, and the machine has 4000 MiB");

        machine.with("proc/self/limits", "Max open files            1024   1024   files\n");
        assertThat(shortages(200, 1)).as("--client-threads").isEmpty();
        machine.with("proc/self/limits", "Max open files            100000   100000   files\n");
        assertThat(shortages(20_000, 1))
                .extracting(Finding::statement)
                .containsExactly("20000 clients take at least 13412 MiB, and the machine has 4000 MiB");
        machine.with("sys/fs/cgroup/pids.max", "100\n").with("sys/fs/cgroup/pids.current", "0\n");
        assertThat(shortages(200, 1))
                .extracting(Finding::statement)
                .containsExactly("the control group allows 100 more threads, and an iteration takes more than 430");
    }

    /** A server with a selector has no thread for each client. */
    @Test
    void onlyThreadsThatAreBegunCountAgainstTheLimit() throws IOException {
        machine.with("sys/fs/cgroup/pids.max", "300\n").with("sys/fs/cgroup/pids.current", "0\n");
        assertThat(shortages(new Crowd(200, 1, 200, 400))).isEmpty();
        assertThat(shortages(new Crowd(200, 1, 400, 400)))
                .extracting(Finding::statement)
                .containsExactly("the control group allows 300 more threads, and an iteration takes more than 430");
    }

    @Test
    void threadsOfOneProcessNeedOneProcess() throws IOException {
        machine.with("sys/fs/cgroup/pids.max", "25\n").with("sys/fs/cgroup/pids.current", "0\n");
        assertThat(shortages(Crowd.ONE)).isNotEmpty();
        assertThat(shortages(new Crowd(1, 0, 0, 0))).isEmpty();
    }

    private List<Finding> shortages(int connections, int clientProcesses) {
        int threads = clientProcesses == 1 ? 2 * connections : connections;
        return shortages(new Crowd(connections, clientProcesses, threads, threads));
    }

    private List<Finding> shortages(Crowd crowd) {
        return doctor().shortages(new Intent(
                        List.of(ListedTransport.of("string")), Set.of(), List.of(64), 0, false, true, 0, crowd))
                .findings();
    }

    @ParameterizedTest
    @CsvSource({"0, SERIOUS", "'0,5', MODERATE", "0-2, "})
    void spinningTransportNeedsACpuForEachProcess(String allowed, @Nullable Severity severity) throws IOException {
        machine.with("proc/self/status", "Cpus_allowed_list:\t" + allowed + "\n");
        Transport string = ListedTransport.of("string");

        assertThat(examine(string, withAuxiliary()).findings())
                .extracting(Finding::severity)
                .isEqualTo(Optional.ofNullable(severity).stream().toList());
        assertThat(examine(string).findings()).isEmpty();
    }

    @Test
    void spinningPeersThatTheUserHasPlacedAreTheUsersDecision() throws IOException {
        machine.with("proc/self/status", "Cpus_allowed_list:\t0\n");
        Intent placed = new Intent(List.of(withAuxiliary()), Set.of(), List.of(64), NEEDED_BYTES, true, true, 0);

        assertThat(doctor().examine(placed).findings()).isEmpty();
    }

    @Test
    void missingTransportIsSeriousWhereItWasNamed() {
        Transport radio = ListedTransport.absent("radio", "no antenna", "install one");
        Intent named = new Intent(
                List.of(ListedTransport.of("string"), radio), Set.of("radio"), List.of(64), 0, false, true, 0);

        assertThat(doctor().examine(named).findings())
                .containsExactly(new Finding(
                        "radio",
                        Severity.SERIOUS,
                        "not available: no antenna",
                        "none of this transport",
                        "install one"));
        assertThat(examine(ListedTransport.of("string"), radio).findings())
                .extracting(Finding::severity)
                .containsExactly(Severity.MODERATE);
    }

    @Test
    void sizesBeyondALimitAreToldWithWhatRaisesIt() {
        Transport small = ListedTransport.upTo(100, "bottle", "sysctl -w bottle.size=4096");
        Intent both = new Intent(List.of(small), Set.of(), List.of(64, 128, 256), 0, false, true, 0);
        Intent large = new Intent(List.of(small), Set.of(), List.of(128), 0, false, true, 0);

        assertThat(doctor().examine(both).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.MODERATE);
            assertThat(finding.statement()).contains("at most 100 bytes", "128, 256");
            assertThat(finding.remedy()).isEqualTo("sysctl -w bottle.size=4096");
        });
        assertThat(doctor().examine(large).isSerious())
                .as("nothing could be measured")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"jdk.debug, fastdebug, debug JVM", "java.vm.name, OpenJDK 64-Bit Zero VM, interpreter only"})
    void unusualJvmIsFoundWherePeersRunOnIt(String property, String value, String name) {
        system.setProperty(property, value);
        Transport string = ListedTransport.of("string");

        assertThat(examine(string).findings()).extracting(Finding::name).containsExactly(name);
        assertThat(examine(string).isSerious()).isTrue();
        assertThat(doctor().examine(new Intent(List.of(string), Set.of(), List.of(64), 0, false, false, 0))
                        .findings())
                .isEmpty();
    }

    @Test
    void releasedJvmIsNotMentioned() {
        system.setProperty("jdk.debug", "release");
        system.setProperty("java.vm.name", "OpenJDK 64-Bit Server VM");
        system.setProperty("java.version", "17.0.15");

        assertThat(examine(ListedTransport.of("string")).findings()).isEmpty();
    }

    @Test
    void loadAndStealAreThoseOfTheWatchedTime() throws IOException {
        machine.with("proc/stat", "cpu0 5 0 0 200 0 0 0 4 0 0\ncpu1 5 0 0 200 0 0 0 4 0 0\ncpu2 0 0 0 0 0 0 0 0\n")
                .with("proc/self/status", "Cpus_allowed_list:\t0-1\n");
        watch = () -> {
            overwrite(
                    "proc/stat", "cpu0 55 0 0 200 0 0 0 4 0 0\ncpu1 55 0 0 200 0 0 0 24 0 0\ncpu2 0 0 0 400 0 0 0 0\n");
            clock.advance(SECOND_NANOS);
        };

        Diagnosis diagnosis = examine(ListedTransport.of("string"));

        assertThat(diagnosis.findings()).extracting(Finding::name).containsExactly("load", "steal");
        assertThat(diagnosis.text()).contains(" % of the CPUs that a run may use", "takes 20 % of a CPU away");
        assertThat(diagnosis.isSerious()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
              3 | MODERATE | this machine stalls 0.3 % of the time, up to 3.01 ms | a p99.9 below
              8 | MODERATE | this machine stalls 0.8 % of the time, up to 8.03 ms | a p99 below
             90 | SERIOUS  | this machine stalls 9.0 % of the time, up to 90.2 ms | a p90 below
            """)
    void stallsAreFoundWithThePercentilesThatTheySpoil(long millis, Severity severity, String statement, String effect)
            throws IOException {
        stalls = new MachineStalls(
                SampleStalls.of(SECOND_NANOS, 10_000, millis * 1_000_000), SampleStalls.of(SECOND_NANOS));

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo("stalls");
                    assertThat(finding.severity()).isEqualTo(severity);
                    assertThat(finding.statement()).isEqualTo(statement);
                    assertThat(finding.effect()).startsWith(effect);
                });
    }

    @Test
    void unknownStallsAreANote() {
        stalls = MachineStalls.UNKNOWN;

        Diagnosis diagnosis = examine(ListedTransport.of("string"));

        assertThat(diagnosis.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.statement()).startsWith("whether stalls of this machine spoil a p99 is not known");
        });
        assertThat(diagnosis.text()).endsWith("found: 1 note%n".formatted());
    }

    @Test
    void shortStallsSpoilNothing() throws IOException {
        stalls = new MachineStalls(
                SampleStalls.of(SECOND_NANOS, 50_000, 60_000, 90_000, 150_000), SampleStalls.of(SECOND_NANOS));

        assertThat(examine(ListedTransport.of("string")).findings()).isEmpty();
    }

    /** A finding is of tails of 100 us; a transport on one CPU takes 10. */
    @Test
    void leastTailThatCanBeDecidedIsToldAlsoWhereItIsNoFinding() {
        long[] short90 = new long[90];
        Arrays.fill(short90, 90_000);
        stalls = new MachineStalls(SampleStalls.of(SECOND_NANOS, short90), SampleStalls.of(SECOND_NANOS));

        Diagnosis diagnosis = examine(ListedTransport.of("string"));

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.text())
                .containsPattern(
                        "this machine stalls 0.8 % of the time, up to 90\\.1 us \\(a p99 below 3\\d\\.\\d us cannot be"
                                + " decided here without leaving the stalls out\\)");
    }

    @Test
    void whatHappensOnOtherCpusIsNotMentioned() throws IOException {
        machine.with("proc/stat", "cpu0 5 0 0 200 0 0 0 4 0 0\ncpu1 5 0 0 200 0 0 0 4 0 0\n")
                .with("proc/self/status", "Cpus_allowed_list:\t0\n");
        watch = () -> {
            overwrite("proc/stat", "cpu0 8 0 0 297 0 0 0 4 0 0\ncpu1 105 0 0 200 0 0 0 90 0 0\n");
            clock.advance(SECOND_NANOS);
        };

        assertThat(examine(ListedTransport.of("string")).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chosen", "tmp"})
    @EnabledOnOs(OS.LINUX)
    void otherRunAndLeftOversAreTold(String place) throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Path used = ownedBy(ProcessIdentity.of(other.pid()).orElseThrow(), place + "/ipcbench-1");
            Path left = ownedBy(new ProcessIdentity(999_999_999, 1), place + "/ipcbench-2");

            assertThat(examine(ListedTransport.of("string")).findings())
                    .satisfiesExactly(
                            run -> {
                                assertThat(run.name()).isEqualTo("other run under way");
                                assertThat(run.severity()).isEqualTo(Severity.SERIOUS);
                                assertThat(run.statement()).contains(used.toString(), "process " + other.pid());
                                assertThat(run.remedy()).endsWith("kill " + other.pid());
                            },
                            leftOver -> {
                                assertThat(leftOver.name()).isEqualTo("left-overs");
                                assertThat(leftOver.severity()).isEqualTo(Severity.NOTE);
                                assertThat(leftOver.statement()).contains(left.toString());
                                assertThat(leftOver.remedy()).contains("doctor --clean");
                            });
            assertThat(used).as("nothing is removed by looking").exists();
            assertThat(left).exists();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void manyDirectoriesOfOthersAreCounted() throws IOException {
        for (int i = 0; i < 7; i++) {
            Path open = Files.createDirectory(temporary.resolve("ipcbench-" + i));
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        }

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.name()).isEqualTo("directories of others");
                    assertThat(finding.statement()).contains(" and 2 more");
                });
    }

    @Test
    void unusableTemporaryDirectoryIsFoundAndOthersAreLeftAlone() {
        temporary = temporary.resolve("missing");

        assertThat(examine(ListedTransport.of("string")).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.SERIOUS);
                    assertThat(finding.statement()).contains(temporary.toString());
                    assertThat(finding.remedy()).contains(TemporaryDirectory.remedy());
                });
    }

    @Test
    void examinationLeavesNothingBehind() {
        examine(ListedTransport.of("string"));

        assertThat(temporary).isEmptyDirectory();
    }

    /** A run must not be preceded by what may be over when it begins, or by what only describes the machine. */
    @Test
    void glanceTellsOnlyWhatIsCertainToSpoilFigures() throws IOException {
        machine.with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n")
                .with("proc/self/status", "Seccomp:\t2\nCpus_allowed_list:\t0\n")
                .with("proc/stat", "cpu  10 0 0 400 0 0 0 8 0 0\ncpu0 1 2 3\ncpu1 1 2 3\n");
        watch = () -> {
            throw new AssertionError("a run does not wait for its doctor");
        };

        assertThat(glance(ListedTransport.of("string"))).isEmpty();

        machine.with("sys/fs/cgroup/cpu.max", "400000 100000\n").with("sys/fs/cgroup/cpu.stat", "nr_throttled 12\n");
        assertThat(glance(ListedTransport.of("string")))
                .as("what happened before may not happen again")
                .isEmpty();

        machine.with("sys/fs/cgroup/cpu.max", "50000 100000\n");
        assertThat(glance(ListedTransport.of("string")))
                .hasValue("doctor: 1 finding that changes figures: CPU limit; see 'doctor'");
        assertThat(glance(withAuxiliary()))
                .hasValue("doctor: 2 findings that change figures: CPU limit, too few CPUs; see 'doctor'");

        machine.with("sys/fs/cgroup/memory.max", "268435456\n");
        assertThat(glance(ListedTransport.of("string")))
                .hasValue("doctor: 2 findings that change figures: CPU limit, memory limit; see 'doctor'");
    }

    @Test
    void textHasThreeLinesForEachFindingTheMostSeriousFirst() {
        Diagnosis diagnosis = new Diagnosis(List.of(
                new Finding("mouse", Severity.NOTE, "a mouse", "none", "a cat"),
                new Finding("fire", Severity.SERIOUS, "a fire", "all burn", "water\u001b[2J")));

        assertThat(diagnosis.text().lines())
                .containsExactly(
                        "serious: fire: a fire",
                        "  figures: all burn",
                        "  remedy: water?[2J",
                        "note: mouse: a mouse",
                        "  figures: none",
                        "  remedy: a cat",
                        "found: 1 serious, 1 note");
    }

    private Diagnosis examine(Transport... transports) {
        return doctor().examine(intent(transports));
    }

    private List<Finding> shortages() {
        return doctor().shortages(intent(ListedTransport.of("string"))).findings();
    }

    private Optional<String> glance(Transport... transports) {
        return doctor().glance(
                        intent(transports), new EnvironmentProbe(root).machine().cpu())
                .line();
    }

    private Doctor doctor() {
        return new Doctor(
                root,
                List.of(temporary, usual),
                system,
                clock,
                new Doctor.Looks(watch, () -> new StallLook(stalls), () -> emptyCall, () -> wakeUp));
    }

    private static Intent intent(Transport... transports) {
        return new Intent(List.of(transports), Set.of(), List.of(64, 4096), NEEDED_BYTES, false, true, ADDRESS_BYTES);
    }

    private static Transport withAuxiliary() {
        return new FakeTransport("spinner", 1) {
            @Override
            public Traits traits() {
                return Traits.of(WaitStrategy.SPINNING);
            }

            @Override
            public Availability availability() {
                return Availability.available();
            }

            @Override
            public Optional<Auxiliary> auxiliary() {
                return Optional.of(session -> () -> {});
            }
        };
    }

    /** A directory as a run of this process id would have made it. */
    private Path ownedBy(ProcessIdentity process, String name) throws IOException {
        Path directory = Files.createDirectory(root.resolve(name));
        Path kernel = Path.of("/proc/sys/kernel");
        Files.writeString(
                directory.resolve("owner"),
                "owner %d %d %s %s %s"
                        .formatted(
                                process.pid(),
                                process.startTicks(),
                                Files.readSymbolicLink(Path.of("/proc/self/ns/pid")),
                                Files.readString(kernel.resolve("random/boot_id"))
                                        .strip(),
                                Files.readString(kernel.resolve("hostname")).strip()));
        return directory;
    }

    private void overwrite(String file, String content) {
        try {
            machine.with(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
