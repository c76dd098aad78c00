package org.ipcbench.transports.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.ipcbench.Turns;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both peers in one process, as the launcher starts it. */
@EnabledOnOs(OS.LINUX)
class PeerThreadsIT {
    private static final int SIZE_BYTES = 64;
    /** Names of threads, each with its CPUs. */
    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    private Path scratch = Path.of("");

    /** A thread of each peer is on that peer's CPU, and nobody else. */
    @Test
    void eachMeasuringThreadIsOnItsCpu() throws Exception {
        List<Integer> allowed = CpuSet.allowed().list();
        assumeTrue(allowed.size() > 1, "needs two CPUs");
        int client = allowed.get(1);
        int server = allowed.get(0);
        Placement placement = Placement.parse("cpu:%d,%d".formatted(client, server), Topology.ofThisMachine());

        try (PeerPair pair = start("uds", placement, SIZE_BYTES)) {
            Measurement measurement = measure(pair, "uds", new PingPong(new Extent.Count(100), SIZE_BYTES));
            assertThat(measurement.messages()).isEqualTo(100);
            assertThat(scratch.resolve("server.process")).exists();
            assertThat(scratch.resolve("client.process")).doesNotExist();
        }

        assertThat(threads)
                .contains("java on " + server, "client on " + client)
                .doesNotContain("VM Thread on " + server, "VM Thread on " + client);
        assertThat(scratch).doesNotExist();
    }

    /** One pair for all questions, one after the other, over one transport by turns. */
    @TestFactory
    Stream<DynamicTest> questionsAreAskedOver() {
        return Turns.today().one(List.of("uds", "handoff-queue", "handoff-exchange")).stream()
                .map(id -> dynamicTest(id, () -> {
                    List<Cell> cells = Stream.concat(
                                    SampleWorkloads.survived(),
                                    Stream.of(
                                            SampleWorkloads.inFlight(),
                                            SampleWorkloads.overlapping(),
                                            SampleWorkloads.bothWays()))
                            .filter(workload -> !(workload instanceof Transfer)) // has a test with its file
                            .map(workload -> cell(id, workload))
                            .filter(cell -> cell.obstacle().isEmpty())
                            .toList();
                    int largest =
                            cells.stream().mapToInt(Cell::maxMessageBytes).max().orElseThrow();
                    try (PeerPair pair = start(id, Placement.UNPINNED, largest)) {
                        for (Cell cell : cells) {
                            assertThat(measure(pair, id, cell.workload()).messages())
                                    .as("%s", cell.workload())
                                    .isPositive();
                        }
                    }
                    assertThat(cells).hasSizeGreaterThan(3);
                }));
    }

    private static Cell cell(String id, Workload workload) {
        return Cell.of(transport(id), workload, CellSettings.USUAL.with(Dimension.SIDES, Sides.THREADS));
    }

    private static Transport transport(String id) {
        return TransportRegistry.load().named(id);
    }

    private static Measurement measure(PeerPair pair, String id, Workload workload) throws Exception {
        return pair.measure(cell(id, workload).task(workload, 1, 0), unwatched -> {});
    }

    private PeerPair start(String id, Placement placement, int maxMessageBytes) throws IOException {
        PeerSettings settings = new PeerSettings(
                        Jvm.current(), List.of(), PeerSettings.currentClassPath(), Duration.ofSeconds(20))
                .observedBy((role, message) -> {
                    if (message instanceof Assign assign) {
                        scratch = assign.session().scratchDirectory();
                    }
                    if (role == Role.CLIENT && message instanceof Armed) {
                        threads.addAll(threads());
                    }
                });
        return PeerPair.start(settings, transport(id), maxMessageBytes, placement, Clients.ONE, Sides.THREADS);
    }

    /** The CPUs of each thread of the process that the launcher has noted. */
    private Set<String> threads() {
        String process = new KernelFile(scratch.resolve("server.process"))
                .text()
                .orElseThrow()
                .split(" ", -1)[0];
        Set<String> found = new TreeSet<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", process, "task"))) {
            tasks.forEach(task -> found.add("%s on %s"
                    .formatted(
                            new KernelFile(task.resolve("comm"))
                                    .text()
                                    .orElse("")
                                    .strip(),
                            new ProcessStatus(new KernelFile(task.resolve("status")).lines()).allowedCpus())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
