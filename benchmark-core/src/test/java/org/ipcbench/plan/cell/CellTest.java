package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 1 << 30})
    void hasNoObstacleWhereTheMachineOffersTheTransport(int requestBytes) {
        assertThat(SampleCells.cell("here", requestBytes).obstacle()).isEmpty();
    }

    @Test
    void missingTransportIsNamedWithItsRemedy() {
        assertThat(SampleCells.cell(ListedTransport.absent("away", "no library", "install it"), 64)
                        .obstacle())
                .contains(new Obstacle(CellStatus.UNAVAILABLE, "no library; install it"));
    }

    @Test
    void tooLargeMessageIsRefusedWithTheLimitAndTheRemedy() {
        ListedTransport queue = ListedTransport.upTo(8192, "queue", "raise it with sysctl");

        assertThat(SampleCells.cell(queue, 8192).obstacle()).isEmpty();
        assertThat(SampleCells.cell(queue, 8193).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED, "carries at most 8192 bytes on this machine; raise it with sysctl"));
    }

    @Test
    void severalClientsNeedATransportThatServesThem() {
        Clients four = Clients.of(4);
        Clients virtual = new Clients(1, false, Serving.VIRTUAL);
        Clients idling = new Clients(1, false, Serving.THREADS, 1_000, 0);

        assertThat(SampleCells.withClients(SampleCells.cell("one", 64), idling).obstacle())
                .map(Obstacle::reason)
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("omit --idle"));
        Clients together = new Clients(1, false, Serving.THREADS, 0, Clients.LONGEST_BACKLOG);
        assertThat(SampleCells.withClients(SampleCells.cell("one", 64), together)
                        .obstacle())
                .map(Obstacle::reason)
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("omit --listener"));
        assertThat(SampleCells.withClients(SampleCells.cell(ListedTransport.shared("many"), 64), four)
                        .obstacle())
                .isEmpty();
        assertThat(SampleCells.withClients(SampleCells.cell("one", 64), four).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "serves one client only; omit --clients"));
        assertThat(SampleCells.withClients(SampleCells.cell("one", 64), virtual).obstacle())
                .map(Obstacle::reason)
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("omit --server-model virtual"));
    }

    @Test
    void queueThatAllClientsShareHasOneReaderUnlessThereIsOneClient() {
        ListedTransport queue = ListedTransport.with("queue", Trait.MANY_CLIENTS, Trait.SHARED_QUEUE);

        Cell four = SampleCells.withClients(SampleCells.cell(queue, 64), Clients.of(4));
        assertThat(four.obstacle()).isEmpty();
        assertThat(Dimension.SERVING.text(four)).isEqualTo("one shared queue");
        assertThat(Dimension.SERVING.text(SampleCells.cell(queue, 64))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SELECTOR, SELECTABLE, has no channels for which one thread can wait together; omit --server-model selector",
        "QUEUE, SHARED_QUEUE, has no queue that all clients share; omit --server-model queue",
    })
    void oneThreadServesWhatATransportLetsItServe(Serving serving, Trait needed, String lack) {
        Clients four = new Clients(4, false, serving);
        ListedTransport able = ListedTransport.with("able", Trait.MANY_CLIENTS, Trait.RECONNECTS, needed);

        assertThat(SampleCells.withClients(SampleCells.cell(able, 64), four).obstacle())
                .isEmpty();
        assertThat(SampleCells.withClients(SampleCells.cell(ListedTransport.shared("other"), 64), four)
                        .obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, lack));
        Workload connect = new Connect(new Extent.Count(9), 64, Payload.TOUCHED);
        assertThat(Cell.of(able, connect, CellSettings.USUAL.with(four)).obstacle())
                .map(Obstacle::reason)
                .hasValue(
                        "one thread serves permanent connections, but connect opens and closes them; omit --server-model "
                                + serving.label());
    }

    @Test
    void connectionsThatComeAndGoNeedATransportThatHasThem() {
        Workload connect = new Connect(new Extent.Count(1), 64, Payload.TOUCHED);

        assertThat(Cell.of(ListedTransport.shared("many"), connect).obstacle()).isEmpty();
        assertThat(Cell.of(ListedTransport.of("one"), connect).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "cannot open and close connections, as connect does"));
    }

    @Test
    void fileIsNeverSentInSmallerMessagesThanAsked() {
        assertThat(SampleCells.file(ListedTransport.upTo(8192, "queue", ""), 8192)
                        .obstacle())
                .isEmpty();
        assertThat(SampleCells.file(ListedTransport.upTo(8192, "queue", ""), 8193)
                        .obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "carries at most 8192 bytes on this machine"));
        assertThat(SampleCells.file(ListedTransport.lossy("pigeon"), 64).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "may lose messages, but transfer needs every one"));
    }

    @Test
    void senderThatSpinsAndItsServerNeedTwoCpus() {
        Placement together = new Placement("cpu:0,0", Optional.of(Place.onCpu(0)), Optional.of(Place.onCpu(0)), "");

        assertThat(SampleLoads.cell("here", 1_000, Pacing.SPIN, together).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED,
                        "the sender spins until a message is due, but both peers share one CPU; use --pacing sleep"));
        assertThat(SampleLoads.cell("here", 1_000, Pacing.SLEEP, together).obstacle())
                .isEmpty();
    }

    @Test
    void receiverSpinsOnlyIfItsTransportCanAndItHasACpu() {
        Placement together = new Placement("cpu:3,3", Optional.of(Place.onCpu(3)), Optional.of(Place.onCpu(3)), "");
        ListedTransport able = ListedTransport.with("able", Trait.BOUNDED_SPIN, Trait.SELECTABLE);
        ListedTransport top = new ListedTransport("top", Availability.available(), Traits.of(WaitStrategy.SPINNING));

        assertThat(spinning(able, on(3, 4), Clients.ONE).obstacle()).isEmpty();
        assertThat(spinning(ListedTransport.of("plain"), on(3, 4), Clients.ONE).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "cannot spin before it sleeps; omit --spin"));
        assertThat(spinning(top, on(3, 4), Clients.ONE).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED, "never sleeps, so it has no spin before that; omit --spin"));
        assertThat(spinning(able, together, Clients.ONE).obstacle())
                .map(Obstacle::reason)
                .hasValueSatisfying(reason ->
                        assertThat(reason).startsWith("a receiver spins on the one CPU that the sender needs"));
        assertThat(spinning(able, on(3, 4), new Clients(1, false, Serving.SELECTOR))
                        .obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED,
                        "spins only if each connection has a thread; omit --server-model selector"));
    }

    private static Cell spinning(ListedTransport transport, Placement placement, Clients clients) {
        return Cell.of(
                transport,
                SampleCells.cell(transport, 64).workload(),
                CellSettings.USUAL
                        .with(Dimension.PLACEMENT, placement)
                        .with(clients)
                        .with(Dimension.SPIN, new Spin(10_000)));
    }

    @Test
    void limitWithoutRemedyNamesNone() {
        assertThat(SampleCells.cell(ListedTransport.upTo(8192, "queue", ""), 8193)
                        .obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "carries at most 8192 bytes on this machine"));
    }

    /** Each would wait for the end of the other's time slice, a thousand times as long as for a message. */
    @Test
    void spinnersAreNotPutOnOneCpu() {
        ListedTransport top = new ListedTransport("top", Availability.available(), Traits.of(WaitStrategy.SPINNING));

        assertThat(SampleCells.withPlacement(SampleCells.cell(top, 64), on(3, 3))
                        .obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED,
                        "both peers spin, but share one CPU; use --placement split-cpu on two CPUs or more"));
        assertThat(SampleCells.withPlacement(SampleCells.cell(top, 64), on(3, 4))
                        .obstacle())
                .isEmpty();
        assertThat(SampleCells.withPlacement(SampleCells.cell("sleeper", 64), on(3, 3))
                        .obstacle())
                .isEmpty();
    }

    private static Placement on(int client, int server) {
        return new Placement("here", Optional.of(Place.onCpu(client)), Optional.of(Place.onCpu(server)), "");
    }

    @Test
    void unavailabilityComesBeforeTheSizeLimit() {
        ListedTransport both = new ListedTransport(
                "both",
                ListedTransport.absent("both", "no kernel", "get one").availability(),
                Traits.blockingStream().withSizeLimit(new SizeLimit(1, "raise it")));

        assertThat(SampleCells.cell(both, 2).obstacle().map(Obstacle::status)).contains(CellStatus.UNAVAILABLE);
    }

    @Test
    void roundTripsHaveOneMessageUnderWayWhateverTheTransport() {
        Cell stream = SampleCells.cell(ListedTransport.of("here"), 64);
        Cell roundTrips = Cell.of(
                stream.transport(),
                new PingPong(new Extent.Count(1), 64),
                CellSettings.USUAL.with(Dimension.PLACEMENT, stream.placement()));

        assertThat(stream.inFlight()).isEmpty();
        assertThat(roundTrips.inFlight()).hasValue(1);
        assertThat(SampleCells.cell(ListedTransport.absent("radio", "no antenna", "install one"), 64)
                        .inFlight())
                .isEmpty();
    }

    @Test
    void answersKeepToTheSizeLimitToo() {
        ListedTransport small = new ListedTransport(
                "small",
                Availability.available(),
                Traits.blockingStream().withSizeLimit(new SizeLimit(4096, "raise it")));

        assertThat(call(small, Shape.of(64).answeredBy(4096)).obstacle()).isEmpty();
        assertThat(call(small, Shape.of(64).answeredBy(4097)).obstacle())
                .contains(new Obstacle(CellStatus.UNSUPPORTED, "carries at most 4096 bytes on this machine; raise it"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call(small, Shape.of(64).answeredBy(Cell.MAX_BYTES + 1)))
                .withMessageContaining("1073741825");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            64   | 4096 | 50 % of the requests of mix:m have 4096 bytes
            128  | 256  | 100 % of the requests of mix:m have 128 to 256 bytes
            """)
    void sizesOfAMixBeyondTheLimitAreNamedWithTheirWeight(int one, int other, String excess) {
        SizeMix mix = new SizeMix.Weighted("mix:m", List.of(new Part(one, 1), new Part(other, 1)));

        assertThat(call(ListedTransport.upTo(100, "small", ""), Shape.of(mix)).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED, "carries at most 100 bytes on this machine, but " + excess));
    }

    @Test
    void workIsProvenByAThreadThatVirtualThreadsDoNotHave() {
        PingPong busy = new PingPong(
                new Extent.Count(1), Shape.of(64).worked(new Work(Work.Kind.BUSY, 50_000)), Payload.TOUCHED);
        PingPong asleep = new PingPong(
                new Extent.Count(1), Shape.of(64).worked(new Work(Work.Kind.SLEEP, 50_000)), Payload.TOUCHED);
        Transport yielding = new ListedTransport(
                "yielding",
                Availability.available(),
                Traits.blockingStream().with(Trait.MANY_CLIENTS, Trait.YIELDS_CARRIER));
        Clients virtual = new Clients(1, false, Serving.VIRTUAL);

        assertThat(Cell.of(yielding, busy, CellSettings.USUAL.with(virtual)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .startsWith("work is proven by the CPU time of a thread")
                        .endsWith("omit --server-model virtual"));
        assertThat(Cell.of(yielding, asleep, CellSettings.USUAL.with(virtual)).obstacle())
                .isEmpty();
    }

    /** What the requests may fill, and what the answers may. */
    @Test
    void windowFitsIntoBothDirectionsTogether() {
        Transport eight = withRoom(8);

        assertThat(call(eight, Shape.of(64).inFlight(15)).obstacle()).isEmpty();
        assertThat(call(eight, Shape.of(64).inFlight(15)).inFlight())
                .as("the peers tell how many were under way")
                .isEmpty();
        assertThat(call(eight, Shape.of(64).answeredBy(4096).inFlight(16)).obstacle())
                .contains(new Obstacle(
                        CellStatus.UNSUPPORTED,
                        "certainly holds 8 messages of 4096 bytes in each direction: with 16 requests under way, both sides"
                                + " could wait for each other forever; use --in-flight 15 or less"));
        assertThat(call(withRoom(1), Shape.of(64).inFlight(2)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .startsWith("certainly holds 1 message of")
                        .endsWith("; omit --in-flight"));
        assertThat(call(ListedTransport.of("silent"), Shape.of(64).inFlight(2)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).startsWith("certainly holds 0 messages"));
    }

    /** Two threads of the client take turns on one CPU. */
    @Test
    void callsAtGivenTimesOverlapIfOneThreadMaySendWhileAnotherOneReceives() {
        Shape shape = Shape.of(64).inFlight(1_000);
        Traits duplex = Traits.blockingStream().with(Trait.DUPLEX, Trait.BOUNDED_SPIN);

        assertThat(atGivenTimes(duplex, shape, Spin.NONE).obstacle()).isEmpty();
        assertThat(atGivenTimes(duplex, shape, Spin.NONE).inFlight()).isEmpty();
        assertThat(reason(atGivenTimes(Traits.blockingStream(), shape, Spin.NONE)))
                .isEqualTo("cannot send in one thread and receive in another one; omit --in-flight");
        assertThat(reason(atGivenTimes(Traits.of(WaitStrategy.SPINNING, Trait.DUPLEX), shape, Spin.NONE)))
                .isEqualTo("spins for an answer on the CPU that the next call needs; omit --in-flight");
        assertThat(reason(atGivenTimes(duplex, shape, new Spin(10_000))))
                .startsWith("a spin for an answer keeps the CPU");
        assertThat(reason(atGivenTimes(duplex.with(Trait.REQUESTS), shape, Spin.NONE)))
                .startsWith("a round trip is one call");
        assertThat(reason(atGivenTimes(duplex.with(Trait.LOSSY), shape, Spin.NONE)))
                .startsWith("may lose messages");
        assertThat(atGivenTimes(Traits.blockingStream(), Shape.of(64), Spin.NONE)
                        .obstacle())
                .as("one at a time")
                .isEmpty();
    }

    private static Cell atGivenTimes(Traits traits, Shape shape, Spin spin) {
        return Cell.of(
                new ListedTransport("special", Availability.available(), traits),
                new Load(
                                new Extent.Period(1_000),
                                64,
                                Payload.TOUCHED,
                                1_000,
                                new ArrivalPattern.Constant(),
                                Pacing.SLEEP)
                        .of(shape),
                CellSettings.USUAL.with(Dimension.SPIN, spin));
    }

    @Test
    void streamsBothWaysHaveAsManyMessagesUnderWayAsCertainlyFit() {
        assertThat(bothWays(withRoom(8)).workload().inFlight()).isEqualTo(15);
        assertThat(bothWays(withRoom(8)).obstacle()).isEmpty();
        assertThat(bothWays(withRoom(8)).inFlight()).isEmpty();
        assertThat(bothWays(withRoom(1_000)).workload().inFlight()).isEqualTo(MessageStream.MAX_IN_FLIGHT);
        assertThat(bothWays(with(Trait.IN_PROCESS)).workload().inFlight()).isEqualTo(1);
        assertThat(bothWays(with(Trait.IN_PROCESS)).obstacle()).isEmpty();
    }

    @Test
    void streamsThatCannotFlowBothWaysAtOnceAreNamed() {
        assertThat(reason(bothWays(withRoom(1))))
                .isEqualTo(
                        "certainly holds 1 message of 64 bytes in each direction: if both sides sent more, they could wait for"
                                + " each other forever; use smaller --sizes, or omit --both-ways");
        assertThat(reason(bothWays(with(Trait.REQUESTS)))).startsWith("a round trip is one call");
        assertThat(reason(bothWays(with(Trait.LOSSY))))
                .isEqualTo("may lose messages, but throughput both ways needs every one");
    }

    /** A second thread of the client receives if the connection may not hold what it sends. */
    @Test
    void connectionWithEndsForTwoThreadsTakesAnyDepth() {
        Transport duplex = with(Trait.DUPLEX);
        Transport spinning = new ListedTransport(
                "spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING, Trait.DUPLEX));

        assertThat(call(duplex, Shape.of(64).inFlight(100_000)).obstacle()).isEmpty();
        assertThat(bothWays(duplex).obstacle()).isEmpty();
        assertThat(bothWays(duplex).workload().inFlight()).isEqualTo(MessageStream.MAX_IN_FLIGHT);
        assertThat(reason(call(spinning, Shape.of(64).inFlight(2)))).startsWith("certainly holds 0 messages");
    }

    private static Cell bothWays(Transport transport) {
        Workload stream = new MessageStream(new Extent.Count(1), 64, Payload.TOUCHED, MessageStream.MAX_IN_FLIGHT);
        return Cell.of(transport, stream);
    }

    private static String reason(Cell cell) {
        return cell.obstacle().orElseThrow().reason();
    }

    @Test
    void callsAndOneThreadAndLossesLeaveNoWindow() {
        assertThat(call(with(Trait.REQUESTS), Shape.of(64).inFlight(2)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).startsWith("a round trip is one call"));
        assertThat(call(with(Trait.IN_PROCESS), Shape.of(64).inFlight(2)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).startsWith("one thread"));
        assertThat(call(with(Trait.LOSSY), Shape.of(64).inFlight(2)).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).startsWith("may lose messages"));
        assertThat(call(with(Trait.REQUESTS), Shape.of(64)).obstacle()).isEmpty();
    }

    private static Transport with(Trait trait) {
        return new ListedTransport(
                "special", Availability.available(), Traits.blockingStream().with(trait));
    }

    private static Transport withRoom(long messages) {
        ListedTransport plain = ListedTransport.of("roomy");
        return new Transport() {
            @Override
            public TransportInfo info() {
                return plain.info();
            }

            @Override
            public Traits traits() {
                return plain.traits();
            }

            @Override
            public OptionalLong inFlight(int messageBytes, int bufferBytes) {
                return OptionalLong.of(messages);
            }

            @Override
            public Listener listen(Session session) throws IOException {
                return plain.listen(session);
            }

            @Override
            public Channel connect(Session session, String address) throws IOException {
                return plain.connect(session, address);
            }
        };
    }

    private static Cell call(Transport transport, Shape shape) {
        return Cell.of(transport, new PingPong(new Extent.Count(1), shape, Payload.TOUCHED));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, (1 << 30) + 1})
    void impossibleSizesAreRefused(int requestBytes) {
        ListedTransport transport = ListedTransport.of("here");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SampleCells.cell(transport, requestBytes, new Extent.Count(1)))
                .withMessageContaining("from 1 to 1073741824 bytes")
                .withMessageContaining(Integer.toString(requestBytes));
    }
}
