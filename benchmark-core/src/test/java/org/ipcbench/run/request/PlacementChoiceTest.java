package org.ipcbench.run.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.control.Surroundings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.junit.jupiter.api.Test;

class PlacementChoiceTest {
    private static final Topology FOUR_CPUS = topology("2-5", "");
    private static final Transport BLOCKING = ListedTransport.of("post");
    private static final Transport SPINNING =
            new ListedTransport("top", Availability.available(), Traits.of(WaitStrategy.SPINNING));
    private static final Transport HARNESS = ListedTransport.inProcess("bare");

    @Test
    void roundTripsAreMeasuredOnOneCpuAndOnTwo() {
        PlacementChoice choice = PlacementChoice.usual(Question.LATENCY, FOUR_CPUS);

        assertThat(choice.list()).extracting(Placement::label).containsExactly("same-cpu", "split-cpu");
        assertThat(choice.usual()).isTrue();
        assertThat(choice.remark()).isEmpty();
        assertThat(choice.usualIterations()).isEqualTo(3);
    }

    @Test
    void streamsAreMeasuredOnTwoCpus() {
        PlacementChoice choice = PlacementChoice.usual(Question.THROUGHPUT, FOUR_CPUS);

        assertThat(choice.list()).extracting(Placement::label).containsExactly("split-cpu");
        assertThat(choice.usualIterations()).isEqualTo(5);
    }

    @Test
    void whereThereAreNotTwoCpusTheKernelChoosesAndTheReasonIsTold() {
        assertUnpinned(PlacementChoice.usual(Question.LATENCY, topology("4", "")), "this process may use only CPU 4");
        assertUnpinned(
                PlacementChoice.usual(Question.LATENCY, topology("2-5", "no such command")),
                "'same-cpu' needs the command taskset; install util-linux (no such command)");
        assertUnpinned(PlacementChoice.usual(Question.LATENCY, Clients.of(8)), "several clients are not pinned");
    }

    @Test
    void usualPlacementsLeaveOutWhatWouldSayNothing() {
        CellGrid grid = grid(PlacementChoice.usual(Question.LATENCY, FOUR_CPUS));

        assertThat(grid.cells(List.of(Variant.NONE)))
                .extracting(cell -> cell.transportId() + " " + cell.placementName())
                .containsExactly("post same-cpu", "post split-cpu", "top split-cpu", "bare same-cpu");
        assertThat(grid.remarks()).containsExactly("placement same-cpu without top: both peers spin");
    }

    @Test
    void serverThatIsStartedIsMeasuredWhereItsClientRuns() {
        CellGrid grid = CellGrid.of(
                        TransportSelection.of(List.of(ListedTransport.with("courier", Trait.STARTS_SERVER))),
                        List.of(new SizedWorkload(new PingPong(new Extent.Count(1), 64))))
                .at(PlacementChoice.usual(Question.LATENCY, FOUR_CPUS));

        assertThat(grid.cells(List.of(Variant.NONE)))
                .extracting(Cell::placementName)
                .containsExactly("same-cpu");
        assertThat(grid.remarks())
                .containsExactly("placement split-cpu without courier: the server is started where the client runs");
    }

    @Test
    void whatTheUserAsksForIsNeverLeftOut() {
        CellGrid grid = grid(PlacementChoice.asked(
                PlacementChoice.usual(Question.LATENCY, FOUR_CPUS).list()));

        assertThat(grid.cells(List.of(Variant.NONE)))
                .hasSize(6)
                .filteredOn(cell -> cell.obstacle().isPresent())
                .extracting(Cell::transportId)
                .containsExactly("top");
        assertThat(grid.remarks()).isEmpty();
    }

    @Test
    void remarkOfAFallbackIsTheGridsRemark() {
        assertThat(grid(PlacementChoice.usual(Question.LATENCY, topology("4", "")))
                        .remarks())
                .containsExactly("placement unpinned: this process may use only CPU 4");
    }

    @Test
    void peersOnAnotherHostAreNotPinnedToCpusOfThisOne() {
        PlacementChoice usual = PlacementChoice.usual(Question.LATENCY, FOUR_CPUS);
        PlacementChoice named = PlacementChoice.asked(usual.list());

        assertUnpinned(usual.behind(server("other", "0-7"), on("boot", "")), "the server runs on another host");
        assertThatThrownBy(() -> named.behind(server("other", "0-7"), on("boot", "")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("the server runs on another one", "use unpinned", "taskset");
        assertThat(PlacementChoice.OF_THE_KERNEL.behind(server("other", "0-7"), on("boot", "")))
                .isEqualTo(PlacementChoice.OF_THE_KERNEL);
    }

    @Test
    void peersInAContainerOfThisHostArePinnedIfTheirCpusAreThere() {
        PlacementChoice usual = PlacementChoice.usual(Question.LATENCY, FOUR_CPUS);
        PlacementChoice named = PlacementChoice.asked(usual.list());

        assertThat(usual.behind(server("boot", "0-3"), on("boot", ""))).isEqualTo(usual);
        assertUnpinned(usual.behind(server("boot", "6-7"), on("boot", "")), "the server's side may use only CPU 6-7");
        assertThat(named.behind(server("boot", "6-7"), on("boot", "")))
                .as("fails the cells, as on this side")
                .isEqualTo(named);
        assertThat(usual.behind(server("boot", "all of them"), on("boot", ""))).isEqualTo(usual);
        assertThat(usual.behind(server("", ""), on("boot", "")))
                .as("a program that sees the launcher's files and does not tell its kernel")
                .isEqualTo(usual);
    }

    private static Prefixes server(String boot, String cpus) {
        return new Prefixes(
                Prefix.of(List.of("ssh", "host")).leadingTo(on(boot, cpus), true, false),
                Prefix.NONE.leadingTo(on("boot", ""), true, true),
                List.of());
    }

    private static Surroundings on(String boot, String cpus) {
        return new Surroundings(
                Surroundings.PROTOCOL,
                "",
                "",
                "",
                Path.of("/tmp"),
                cpus.isEmpty() ? Map.of() : Map.of("CPUs", cpus),
                Map.of(),
                boot,
                List.of(),
                List.of(),
                null);
    }

    private static void assertUnpinned(PlacementChoice choice, String why) {
        assertThat(choice.list()).containsExactly(Placement.UNPINNED);
        assertThat(choice.usual()).isFalse();
        assertThat(choice.remark()).isEqualTo("placement unpinned: " + why);
        assertThat(choice.usualIterations()).isEqualTo(5);
    }

    private static CellGrid grid(PlacementChoice placements) {
        Workload latency = new PingPong(new Extent.Count(1_000), 64);
        return CellGrid.of(
                        new TransportSelection(List.of(BLOCKING, SPINNING, HARNESS), List.of()),
                        List.of(new SizedWorkload(latency)))
                .at(placements);
    }

    private static Topology topology(String cpus, String fault) {
        return new Topology(CpuSet.parse(cpus), Map.of(), Map.of(), Map.of(), new Commands(CpuSet.parse(cpus), fault));
    }

    /** Commands that nobody runs; they fail if they have a fault. */
    private record Commands(CpuSet cpus, String fault) implements PlacingCommands {
        @Override
        public CpuSet reachable() throws IOException {
            attempt(new Place(cpus, Optional.empty()));
            return cpus;
        }

        @Override
        public void attempt(Place place) throws IOException {
            if (!fault.isEmpty()) {
                throw new IOException(fault);
            }
        }

        @Override
        public void move(long threadId, CpuSet cpus) {
            throw new IllegalStateException("nothing runs here");
        }

        @Override
        public void moveAll(long processId, CpuSet cpus) {
            throw new IllegalStateException("nothing runs here");
        }
    }
}
