package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.Test;

class CpuDoubtsTest {
    private static final Transport SPINNING =
            new ListedTransport("top", Availability.available(), Traits.of(WaitStrategy.SPINNING));
    private static final MachineLoad TWO_CPUS = new MachineLoad(2, 0, 0, 0);
    private static final MachineLoad FOUR_CPUS = new MachineLoad(4, 0, 0, 0);
    private static final MachineLoad ONE_CPU = new MachineLoad(1, 0, 0, 0);

    @Test
    void spinnersOnOneCpuAreCrowded() {
        Cell cell = SampleCells.withPlacement(SampleCells.cell(SPINNING, 64), on(3, 3));

        assertThat(doubts(cell, new Occasion().machine(TWO_CPUS))).containsExactly("2 processes spin on one CPU");
        assertThat(doubts(SampleCells.cell(SPINNING, 64), new Occasion().machine(ONE_CPU)))
                .containsExactly("2 processes spin on one CPU");
    }

    @Test
    void everyConnectionOfSeveralClientsSpinsAtBothEnds() {
        Cell cell = SampleCells.withClients(SampleCells.cell(SPINNING, 64), Clients.of(4));

        assertThat(doubts(cell, new Occasion().machine(TWO_CPUS))).containsExactly("8 threads spin on 2 CPUs");
    }

    @Test
    void oneThreadThatServesAllClientsSpinsOnce() {
        Transport shared = new ListedTransport(
                "ring",
                Availability.available(),
                Traits.of(WaitStrategy.SPINNING, Trait.MANY_CLIENTS, Trait.SHARED_QUEUE));
        Cell cell = SampleCells.withClients(SampleCells.cell(shared, 64), Clients.of(4));

        assertThat(doubts(cell, new Occasion().machine(TWO_CPUS))).containsExactly("5 threads spin on 2 CPUs");
    }

    /** Subscribers of a fan-out yield while they wait. */
    @Test
    void everySubscriberSpinsWhereMessagesGoInTurn() {
        Cell cell = Cell.of(
                SPINNING,
                new Publish(
                        new Extent.Period(1_000_000_000),
                        64,
                        Payload.TOUCHED,
                        2_000,
                        4,
                        Publish.Slow.NONE,
                        WhenFull.of(Policy.BLOCK)));

        assertThat(doubts(cell, published(Publish.IN_TURN))).containsExactly("4 threads spin on 2 CPUs");
        assertThat(doubts(cell, published("broadcast buffer"))).isEmpty();
    }

    private static Measurement published(String label) {
        return new Occasion()
                .machine(TWO_CPUS)
                .at(Distance.SAME_CPU)
                .measurement()
                .draft()
                .subscribed(new FanOutResult(label, 1, 1, 1, null, null, null, 0, 0))
                .measurement();
    }

    @Test
    void spinnersWithACpuEachAreNot() {
        Cell cell = SampleCells.withPlacement(SampleCells.cell(SPINNING, 64), on(0, 1));

        assertThat(doubts(cell, new Occasion().machine(TWO_CPUS))).isEmpty();
        assertThat(doubts(SampleCells.cell(SPINNING, 64), new Occasion()))
                .as("nothing is known")
                .isEmpty();
    }

    @Test
    void aSpinningAuxiliaryProcessNeedsItsOwn() {
        Occasion attended = new Occasion().machine(TWO_CPUS).auxiliary(new Cost(450_000_000, 0));
        Occasion asleep = new Occasion().machine(TWO_CPUS).auxiliary(new Cost(45_000_000, 0));

        assertThat(doubts(SampleCells.cell(SPINNING, 64), attended)).containsExactly("3 processes spin on 2 CPUs");
        assertThat(doubts(SampleCells.cell(SPINNING, 64), asleep)).isEmpty();
    }

    @Test
    void spinnersThatTheKernelPutTogetherAreCrowded() {
        Occasion together = new Occasion().machine(TWO_CPUS).at(Distance.SAME_CPU);

        assertThat(doubts(SampleCells.cell(SPINNING, 64), together))
                .containsExactly("both peers spin, and shared a CPU for 100 % of the time");
        assertThat(doubts(SampleCells.cell("sleeper", 64), together)).isEmpty();
    }

    @Test
    void senderThatSpinsBetweenMessagesNeedsACpuToo() {
        Occasion together = new Occasion().machine(TWO_CPUS).at(Distance.SAME_CPU);
        Cell spinning = SampleLoads.cell("sleeper", 1_000, Pacing.SPIN, Placement.UNPINNED);

        assertThat(doubts(spinning, together))
                .containsExactly(
                        "the sender spins between messages, and shared the receiver's CPU for 100 % of the time");
        assertThat(doubts(SampleLoads.cell("sleeper", 1_000), together)).isEmpty();
    }

    @Test
    void receiverThatSpinsBeforeItSleepsNeedsACpuToo() {
        Occasion together = new Occasion().machine(TWO_CPUS).at(Distance.SAME_CPU);
        Cell spinning = SampleLoads.spinning(SampleLoads.cell("sleeper", 1_000), new Spin(10_000));

        assertThat(doubts(spinning, together))
                .containsExactly(
                        "a receiver spins before it sleeps, and shared the sender's CPU for 100 % of the time");
        assertThat(doubts(spinning, new Occasion().machine(TWO_CPUS))).isEmpty();
    }

    @Test
    void clientsAndServerThatAreMoreThanTheirCpusAreCrowded() {
        Cell eight = SampleCells.withClients(SampleCells.cell("sleeper", 64), Clients.of(8));
        Cell three = SampleCells.withClients(SampleCells.cell("sleeper", 64), Clients.of(3));

        assertThat(doubts(eight, new Occasion().machine(TWO_CPUS)))
                .containsExactly("8 clients and their server measure on 2 CPUs");
        assertThat(doubts(three, new Occasion().machine(FOUR_CPUS))).isEmpty();
        assertThat(doubts(SampleCells.cell("sleeper", 64), new Occasion().machine(ONE_CPU)))
                .as("one client and its server take turns")
                .isEmpty();
    }

    @Test
    void clientsThatSpinBetweenMessagesLeaveTheServerACpu() {
        Occasion occasion = new Occasion().machine(TWO_CPUS);
        Cell spinning = SampleLoads.cell("sleeper", 1_000, Pacing.SPIN, Placement.UNPINNED);
        Cell together = SampleLoads.cell("sleeper", 1_000, Pacing.SPIN, on(3, 3));

        assertThat(doubts(SampleCells.withClients(spinning, Clients.of(2)), occasion))
                .containsExactly("2 clients spin between messages, and share 2 CPUs with the server");
        assertThat(doubts(SampleCells.withClients(together, Clients.of(2)), occasion))
                .containsExactly("2 clients spin between messages, and share one CPU with the server");
        assertThat(doubts(SampleCells.withClients(spinning, Clients.of(2)), new Occasion().machine(FOUR_CPUS)))
                .isEmpty();
        assertThat(doubts(SampleCells.withClients(SampleLoads.cell("sleeper", 1_000), Clients.of(2)), occasion))
                .isEmpty();
    }

    @Test
    void siblingsShareTheirCore() {
        assertThat(doubts(SampleCells.cell("sleeper", 64), new Occasion().at(Distance.SAME_CORE)))
                .containsExactly("the peers ran on two threads of one core for 100 % of the time");
        assertThat(doubts(SampleCells.cell("sleeper", 64), new Occasion().at(Distance.SAME_CACHE)))
                .isEmpty();
    }

    /** Where the work keeps CPUs busy, more workers than CPUs gain nothing. */
    @Test
    void workersThatShareACpuAreCrowded() {
        Cell cell = SampleCells.withClients(
                SampleCells.cellOf(new PingPong(
                        new Extent.Count(1), Shape.of(64).worked(new Work(Work.Kind.BUSY, 50_000)), Payload.TOUCHED)),
                new Clients(1, false, Serving.THREADS, 0, 0, new Workers(3, false), 1));

        assertThat(doubts(cell, new Occasion().machine(TWO_CPUS))).containsExactly("3 workers share 2 CPUs");
        assertThat(doubts(SampleCells.withPlacement(cell, on(0, 1)), new Occasion().machine(FOUR_CPUS)))
                .containsExactly("3 workers share one CPU");
        assertThat(doubts(cell, new Occasion().machine(FOUR_CPUS))).isEmpty();
    }

    private static List<String> doubts(Cell cell, Occasion occasion) {
        return doubts(cell, occasion.measurement());
    }

    private static List<String> doubts(Cell cell, Measurement measurement) {
        return new CpuDoubts(cell, Summary.of(List.of(measurement)))
                .reasons().stream().map(Reason::statement).toList();
    }

    private static Placement on(int client, int server) {
        return new Placement(
                "cpu:%d,%d".formatted(client, server),
                Optional.of(Place.onCpu(client)),
                Optional.of(Place.onCpu(server)),
                "");
    }
}
