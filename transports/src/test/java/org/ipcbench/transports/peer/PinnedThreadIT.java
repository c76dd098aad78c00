package org.ipcbench.transports.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.placement.Topology;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.MemoryLock;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.call.PingPong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which CPUs the threads of a placed peer may use. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
final class PinnedThreadIT {
    private static final int SIZE_BYTES = 64;
    private static final long LOOK_NANOS = 50_000_000;

    /** Places among the fields after the name, which are counted from 3. */
    private static final int PRIORITY = 40 - 3;

    private static final int POLICY = 41 - 3;

    private CpuSet allowed = CpuSet.of(0);
    private CpuSet measured = CpuSet.of(0);
    private CpuSet launcher = CpuSet.of(0);
    private final Map<Role, String> furtherCpus = new EnumMap<>(Role.class);
    private final Map<String, String> schedulers = new TreeMap<>();
    private long lockedKib;
    private long sizeKib;
    private Path scratch = Path.of("");

    @BeforeEach
    void choose() throws IOException {
        allowed = CpuSet.allowed();
        assumeTrue(allowed.list().size() > 1, "needs two CPUs");
        measured = CpuSet.of(allowed.list().get(0));
    }

    @Test
    void measuringThreadIsAloneOnItsCpu() throws Exception {
        Map<String, String> threads = threadsOfServer("uds", Pin.THREAD);

        List<Integer> others = new ArrayList<>(allowed.list());
        others.removeAll(measured.list());
        String rest = new CpuSet(others).toString();
        assertThat(threads.values()).contains(measured.toString());
        assertThat(launcher).as("this process in the meantime").isEqualTo(new CpuSet(others));
        assertThat(CpuSet.allowed()).as("this process afterwards").isEqualTo(allowed);
        assertThat(threads)
                .containsEntry("C1 CompilerThre", rest)
                .containsEntry("VM Thread", rest)
                .containsEntry("control", rest)
                .containsEntry("launcher-watch", rest);
    }

    /** Its own threads are started when the measuring thread is in its place. */
    @Tag("full")
    @Test
    void threadsOfTheTransportFollowTheMeasuringThread() throws Exception {
        Map<String, String> threads = threadsOfServer("grpc-uds", Pin.THREAD);

        assertThat(threads.entrySet().stream().filter(thread -> thread.getKey().startsWith("grpc")))
                .isNotEmpty()
                .allMatch(thread -> thread.getValue().equals(measured.toString()));
    }

    @ByTurns(day = 0)
    @Test
    void wholeProcessIsInItsPlace() throws Exception {
        assertThat(threadsOfServer("uds", Pin.PROCESS).values()).containsOnly(measured.toString());
    }

    /**
     * A stall of either CPU delays messages, and threads of the kernel rather take the one that is idle. A peer that took another's
     * CPU for its own would leave out what they do there.
     */
    @Test
    void peersOnTwoCpusLookForStallsAndKnowEachOthersCpus() throws Exception {
        Placement apart = Placement.parse("split-cpu", Topology.ofThisMachine());

        Measurement measurement = lookingForStalls(apart);

        assertThat(measurement.clientConditions().stalls().isKnown()).isTrue();
        assertThat(measurement.serverConditions().stalls().isKnown()).isTrue();
        assertThat(furtherCpus)
                .containsEntry(Role.SERVER, cpus(apart, Role.CLIENT))
                .containsEntry(Role.CLIENT, cpus(apart, Role.SERVER));
    }

    @ByTurns(day = 0)
    @Test
    void peersThatTheKernelPlacesLookForStalls() throws Exception {
        Measurement measurement = lookingForStalls(Placement.UNPINNED);

        assertThat(measurement.clientConditions().stalls().isKnown()).isTrue();
        assertThat(measurement.serverConditions().stalls().isKnown()).isTrue();
    }

    @ByTurns(day = 1)
    @Test
    void ofPeersOnOneCpuTheClientLooksForStalls() throws Exception {
        Measurement measurement = lookingForStalls(Placement.parse("same-cpu", Topology.ofThisMachine()));

        assertThat(measurement.clientConditions().stalls().isKnown()).isTrue();
        assertThat(measurement.serverConditions().stalls().isKnown()).isFalse();
    }

    private static String cpus(Placement placement, Role role) {
        return placement.place(role).orElseThrow().cpus().toString();
    }

    private Measurement lookingForStalls(Placement placement) throws Exception {
        try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
            assumeTrue(thread.queuedNanos() != Count.UNKNOWN, "needs schedstat");
        }
        PeerSettings settings = new PeerSettings(
                        Jvm.current(), List.of(), PeerSettings.currentClassPath(), Duration.ofSeconds(20))
                .observedBy((role, message) -> {
                    if (message instanceof Assign assign) {
                        furtherCpus.put(role, assign.furtherCpus());
                    }
                });
        try (PeerPair pair =
                PeerPair.start(settings, TransportRegistry.load().named("uds"), SIZE_BYTES, placement, Clients.ONE)) {
            return pair.measure(task(false, Scheduler.OTHER, LOOK_NANOS), unwatched -> {});
        }
    }

    private static Task task(boolean locksMemory, Scheduler scheduler, long meterNanos) {
        return new Task(
                new PingPong(new Extent.Count(100), SIZE_BYTES),
                SIZE_BYTES,
                0,
                session -> session.lockingMemory(locksMemory),
                scheduler,
                1,
                meterNanos);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void lockedPeerHasAllOfItsMemoryInRam() throws Exception {
        assumeTrue(
                MemoryLock.installed().availability() instanceof Availability.Available,
                "needs the right to lock memory");

        var unused = threadsOfServer("uds", Pin.PROCESS, true, Scheduler.OTHER);

        assertThat(lockedKib)
                .as("KiB, of which the kernel leaves out its own pages in the process")
                .isGreaterThan(sizeKib * 9 / 10)
                .isLessThanOrEqualTo(sizeKib * 101 / 100); // read a moment later
    }

    /** One of them by turns, as the kernel numbers the classes: in {@code sched(7)}, fifo is 1, rr 2 and batch 3. */
    static List<Arguments> classes() {
        return Turns.today()
                .one(List.of(Arguments.of("batch", "3 0"), Arguments.of("fifo:1", "1 1"), Arguments.of("rr:1", "2 1")));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void measuringThreadAndWhatItStartsHaveTheSchedulersClass(String scheduler, String policyAndPriority)
            throws Exception {
        Scheduler asked = Scheduler.parse(scheduler);
        try {
            new PlacingCommands.InstalledCommands().attempt(asked);
        } catch (IOException e) {
            abort("needs the right to %s: %s".formatted(scheduler, e.getMessage()));
        }

        var unused = threadsOfServer("uds", Pin.THREAD, false, asked);

        assertThat(schedulers.entrySet())
                .filteredOn(thread -> thread.getValue().equals(policyAndPriority))
                .isNotEmpty();
        assertThat(schedulers.values())
                .filteredOn(policy -> !policy.equals(policyAndPriority))
                .containsOnly("0 0");
    }

    private Map<String, String> threadsOfServer(String id, Pin pin) throws Exception {
        return threadsOfServer(id, pin, false, Scheduler.OTHER);
    }

    /** The CPUs of each thread of an armed server, by its name. */
    private Map<String, String> threadsOfServer(String id, Pin pin, boolean locksMemory, Scheduler scheduler)
            throws Exception {
        Map<String, String> threads = new TreeMap<>();
        PeerSettings settings = new PeerSettings(
                        Jvm.current(), List.of(), PeerSettings.currentClassPath(), Duration.ofSeconds(20))
                .pinnedBy(new Pinning(pin, allowed))
                .observedBy((role, message) -> {
                    if (message instanceof Assign assign) {
                        scratch = assign.session().scratchDirectory();
                    }
                    if (role == Role.SERVER && message instanceof Armed) {
                        threads.putAll(threads(server()));
                        KernelFile status = new KernelFile(Path.of("/proc", server(), "status"));
                        lockedKib = status.number("VmLck:").orElse(0);
                        sizeKib = status.number("VmSize:").orElse(0);
                        schedulers.putAll(schedulers(server()));
                        launcher = allowed();
                    }
                });
        Placement placement = Placement.parse("cpu:%1$s,%1$s".formatted(measured), Topology.ofThisMachine());
        try (PeerPair pair =
                PeerPair.start(settings, TransportRegistry.load().named(id), SIZE_BYTES, placement, Clients.ONE)) {
            Measurement measurement = pair.measure(task(locksMemory, scheduler, 0), unwatched -> {});
            assertThat(measurement.messages()).isEqualTo(100);
        }
        return threads;
    }

    /** The process that the launcher has noted in the scratch directory. */
    private String server() {
        String identity =
                new KernelFile(scratch.resolve("server.process")).text().orElseThrow();
        return identity.split(" ", -1)[0];
    }

    private static CpuSet allowed() {
        try {
            return CpuSet.allowed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The policy and the priority of each thread, by its id and name, as {@code proc_pid_stat(5)} lists them. */
    private static Map<String, String> schedulers(String pid) {
        Map<String, String> schedulers = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", pid, "task"))) {
            tasks.forEach(task -> new KernelFile(task.resolve("stat")).text().ifPresent(stat -> {
                int end = stat.lastIndexOf(')') + 1;
                String[] fields = stat.substring(end + 1).split(" ", -1);
                schedulers.put(stat.substring(0, end), fields[POLICY] + " " + fields[PRIORITY]);
            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return schedulers;
    }

    private static Map<String, String> threads(String pid) {
        Map<String, String> cpus = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", pid, "task"))) {
            tasks.forEach(task -> cpus.put(
                    new KernelFile(task.resolve("comm")).text().orElse("").strip(),
                    new ProcessStatus(new KernelFile(task.resolve("status")).lines()).allowedCpus()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cpus;
    }
}
