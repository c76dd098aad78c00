package org.ipcbench.transports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.Turns;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.question.QuestionContract;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every transport has to fulfil: the server is a JVM of its own, the client is this one. In every test, on both
 * sides, every byte of every message is checked, every buffer is held to the contract, and channels and listeners are
 * closed twice. A server goes on from test to test, as one that gets several assignments does.
 */
@Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
abstract class TransportContract {
    /** Classes that share transports among them, so that two forks try them side by side. */
    private static final int SHARES = 2;

    /** After how many days each of the transports that are not the first of their families has been tried. */
    private static final int DAYS = 7;

    private static final TransportRegistry REGISTRY = TransportRegistry.load();

    private static final int MAX_BYTES = 1 << 20;
    private static final int[] SIZES_BYTES = {1, 7, 8, 15, 16, 64, 1000, 4096, 65536, MAX_BYTES};
    private static final int[] BURST_SIZES_BYTES = {1, 64, 4096, 65536};

    /** The shortest, one that a pipe's buffer holds, one that fills it, one that is longer; the others are for -Pfull. */
    private static final Set<Integer> SIZES_OF_EVERY_BUILD_BYTES = Set.of(1, 1000, 65536, MAX_BYTES);

    private static final int MAX_MIXED_BYTES = 100_000;
    private static final int USUAL_BYTES = 1000;

    /** Asked all questions by a client and a server in every build; the others in the full part. */
    private static final Set<String> REPRESENTATIVE = Set.of("tcp", "udp");

    /** None of them is any transport's default, and none takes neither of them. */
    private static final int[] BUFFERS_BYTES = {8 << 10, 128 << 10};

    /** About as long as a wake-up, so that some waits end while the receiver spins and others after it has slept. */
    private static final long SPIN_NANOS = 20_000;

    /** How long the client's half may take; the server's has the time-out of its inbox. */
    private static final int CLIENT_SECONDS = 20;

    /** Once one side has failed, how long to wait for what the other has to say of the cause. */
    private static final int CAUSE_SECONDS = 1;

    private final Transport transport;
    private final ContractServers servers;
    private final ExecutorService clients = Executors.newCachedThreadPool(TransportContract::daemon);

    TransportContract(ContractServers servers) {
        this.servers = servers;
        transport = servers.transport();
    }

    /**
     * Every second of the transports that represent their families, half of them by turns, each with its servers, which JUnit
     * closes when all tests of the transport have run.
     *
     * @param share 0 or 1
     */
    static Stream<Named<ContractServers>> representatives(int share) {
        Collection<Transport> first = firstOfEachFamily().values();
        List<Transport> today = Turns.today().share(2, first);
        return servers(share(
                share,
                first.stream()
                        .filter(transport -> REPRESENTATIVE.contains(transport.id()) || today.contains(transport))
                        .toList()));
    }

    /**
     * Every second of the transports that have more of their family before them, tried by turns: a seventh of them today.
     *
     * @param share 0 or 1
     */
    static Stream<Named<ContractServers>> others(int share) {
        Collection<Transport> first = firstOfEachFamily().values();
        List<Transport> others = betweenProcesses()
                .filter(transport -> !first.contains(transport))
                .toList();
        return servers(Turns.today().share(DAYS, share(share, others)));
    }

    private static List<Transport> share(int share, List<Transport> all) {
        return IntStream.range(0, all.size())
                .filter(index -> index % SHARES == share)
                .mapToObj(all::get)
                .toList();
    }

    /**
     * A family has a package of its own. Libraries with calls start threads and connections for each channel, which takes
     * several times as long, and have tests of their own in every build.
     */
    private static Map<String, Transport> firstOfEachFamily() {
        return betweenProcesses()
                .filter(transport -> !transport.traits().has(Trait.REQUESTS))
                .collect(Collectors.toMap(
                        transport -> transport.getClass().getPackageName(),
                        transport -> transport,
                        (first, next) -> first,
                        LinkedHashMap::new));
    }

    private static Stream<Transport> betweenProcesses() {
        return REGISTRY.all().stream()
                .filter(transport -> !transport.traits().withinOneProcess()
                        && !transport.traits().startsServer());
    }

    /** Transports with their servers, which JUnit closes when all tests of a transport have run. */
    static Stream<Named<ContractServers>> servers(List<Transport> transports) {
        return ContractServers.of(transports, MAX_BYTES).stream()
                .map(servers -> Named.of(servers.transport().id(), servers));
    }

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @AfterEach
    void endBusyServers() throws IOException {
        clients.shutdownNow();
        servers.endBusy();
    }

    @TestFactory
    Stream<DynamicTest> exchangesMessagesOf() {
        return sizes(SIZES_BYTES, SIZES_OF_EVERY_BUILD_BYTES::contains).mapToObj(size -> playedIn(exchange(), size));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> exchangesMessagesOfTheOtherSizes() {
        return sizes(SIZES_BYTES, size -> !SIZES_OF_EVERY_BUILD_BYTES.contains(size))
                .mapToObj(size -> playedIn(exchange(), size));
    }

    @TestFactory
    Stream<DynamicTest> losesNothingOfMoreThanBuffersHoldInMessagesOf() {
        assumeReliable();
        return sizes(BURST_SIZES_BYTES, SIZES_OF_EVERY_BUILD_BYTES::contains)
                .mapToObj(size -> playedIn(burst(size), size));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> losesNothingOfMoreThanBuffersHoldInMessagesOfTheOtherSizes() {
        assumeReliable();
        return sizes(BURST_SIZES_BYTES, size -> !SIZES_OF_EVERY_BUILD_BYTES.contains(size))
                .mapToObj(size -> playedIn(burst(size), size));
    }

    @Test
    void answersCalls() throws Exception {
        assumeThat(transport.traits().has(Trait.REQUESTS))
                .as("the library has calls")
                .isTrue();
        play(Script.CALLS, atMost(MAX_MIXED_BYTES));
    }

    @Test
    void keepsMessagesOfMixedLengthsApart() throws Exception {
        assumeReliable();
        play(Script.MIXED_LENGTHS, atMost(MAX_MIXED_BYTES));
    }

    @Tag("full")
    @Test
    void requestedBufferIsUsedOrRefusedWithItsBounds() throws Exception {
        assumeThat(transport.traits().buffer()).as("what --buffer sets").isNotEmpty();
        Script script = transport.traits().lossy() || hasQueueBeforeItsSocket() ? exchange() : Script.BURST;
        List<String> refusals = new ArrayList<>();
        List<Long> rooms = new ArrayList<>();
        for (int bufferBytes : BUFFERS_BYTES) {
            ServerPeer server = servers.take();
            Session session = ContractSession.withBuffer(server.session(atMost(USUAL_BYTES)), bufferBytes);
            try {
                String address = server.listen(session, script);
                Future<Long> client = clients.submit(() -> {
                    Channel channel = server.connect(session, address);
                    rooms.add(channel.room(session.maxMessageBytes()).there());
                    return new ScriptHalf(script, Role.CLIENT, transport, session).play(channel);
                });
                verifyOutcome(script, server, session, client);
            } catch (IterationFailedException e) {
                refusals.add(e.getMessage());
            }
        }
        assertThat(refusals)
                .hasSizeLessThan(BUFFERS_BYTES.length)
                .allSatisfy(refusal -> assertThat(refusal).contains("--buffer"));
        if (refusals.isEmpty() && tellsItsBuffer(rooms)) {
            assertThat(rooms).as("messages that a direction holds").doesNotHaveDuplicates();
        }
    }

    /** Others do not say what their connection holds. */
    private boolean tellsItsBuffer(List<Long> rooms) {
        return !hasQueueBeforeItsSocket() && !rooms.contains(0L);
    }

    /** JeroMQ's own; a burst from there through a small socket buffer takes as long as a time-out. */
    private boolean hasQueueBeforeItsSocket() {
        return transport.id().equals("zmq");
    }

    @Test
    void receiversThatSpinBeforeTheySleepMissNothing() throws Exception {
        assumeThat(transport.traits().has(Trait.BOUNDED_SPIN))
                .as("a receiver can spin before it sleeps")
                .isTrue();
        List<Script> scripts = transport.traits().lossy()
                ? List.of(exchange())
                : List.of(Script.MIXED_LENGTHS, Script.CLIENT_CLOSES_FIRST, Script.SERVER_CLOSES_FIRST);
        for (Script script : scripts) {
            ServerPeer server = servers.take();
            play(script, server, server.session(atMost(MAX_MIXED_BYTES)).spinning(SPIN_NANOS));
        }
    }

    @Test
    void messagesOfTwoWritesArriveWhole() throws Exception {
        playSending(Trait.SPLIT_WRITES, new ChannelOptions(ChannelOptions.Tcp.NODELAY, 2));
    }

    @Test
    void messagesInSeveralMemoryFilesArriveWhole() throws Exception {
        playSending(Trait.PARTS, new ChannelOptions(ChannelOptions.Tcp.NODELAY, 1, 3));
    }

    private void playSending(Trait needed, ChannelOptions options) throws Exception {
        assumeThat(transport.traits().has(needed)).as("%s", needed).isTrue();
        for (Script script : List.of(Script.MIXED_LENGTHS, Script.CLIENT_CLOSES_FIRST, Script.SERVER_CLOSES_FIRST)) {
            ServerPeer server = servers.take();
            play(script, server, server.session(atMost(MAX_MIXED_BYTES)).sending(options));
        }
    }

    @Test
    void messagesCommittedBeforeTheClientClosesArrive() throws Exception {
        assumeReliable();
        play(Script.CLIENT_CLOSES_FIRST, atMost(USUAL_BYTES));
    }

    @Test
    void messagesCommittedBeforeTheServerClosesArrive() throws Exception {
        assumeReliable();
        play(Script.SERVER_CLOSES_FIRST, atMost(USUAL_BYTES));
    }

    @Test
    void messagesUnreadWhenTheServerClosesArrive() throws Exception {
        assumeReliable();
        Script script = Script.SERVER_CLOSES_UNREAD;
        ServerPeer server = servers.take();
        Session session = server.session(atMost(USUAL_BYTES));
        Channel channel = server.connect(session, server.listen(session, script));
        assertThat(server.messagesReceived()).isZero(); // it has closed
        assertThat(new ScriptHalf(script, Role.CLIENT, transport, session).play(channel))
                .isEqualTo(script.messagesFrom(Role.SERVER, session.maxMessageBytes()));
        servers.giveBack(server);
    }

    @Test
    void keepsTwoPairsApart() throws Exception {
        Script script = transport.traits().lossy() ? Script.RESENDING_EXCHANGE : Script.MIXED_LENGTHS;
        ServerPeer one = servers.take();
        ServerPeer other = servers.take();
        Session sessionOfOne = one.session(atMost(USUAL_BYTES));
        Session sessionOfOther = other.session(atMost(USUAL_BYTES));
        String addressOfOne = one.listen(sessionOfOne, script);
        String addressOfOther = other.listen(sessionOfOther, script);
        Future<Long> clientOfOne = playClient(script, one, sessionOfOne, addressOfOne);
        Future<Long> clientOfOther = playClient(script, other, sessionOfOther, addressOfOther);
        verifyOutcome(script, one, sessionOfOne, clientOfOne);
        verifyOutcome(script, other, sessionOfOther, clientOfOther);
    }

    @Test
    void refusesStrangersAndStillServesItsClient() throws Exception {
        ServerPeer server = servers.take();
        Session session = server.session(atMost(USUAL_BYTES));
        String address = server.listen(session, exchange());
        assertThatIOException().isThrownBy(() -> transport.connect(ContractSession.ofStrangerTo(session), address));
        verifyOutcome(exchange(), server, session, playClient(exchange(), server, session, address));
    }

    @Test
    void givesUpAcceptingWhenNobodyComes() throws Exception {
        ServerPeer server = servers.take();
        server.listen(ContractSession.impatient(server.session(atMost(USUAL_BYTES))), exchange());
        assertThatThrownBy(server::messagesReceived)
                .isInstanceOf(IterationFailedException.class)
                .hasMessageContaining("Exception")
                .hasMessageNotContaining("no progress");
        assertThat(server.leftOvers()).isEmpty();
        servers.giveBack(server);
    }

    @TestFactory
    Stream<DynamicTest> peersDoWhatQuestionsAskForWith(@TempDir Path directory) {
        return questions(directory, contracts(this::isRepresentative));
    }

    /** In one of the other ways by turns, in which transports do not go in step. */
    @Tag("full")
    @TestFactory
    Stream<DynamicTest> peersDoWhatQuestionsAskForInAnotherWay(@TempDir Path directory) {
        List<QuestionContract> others = contracts(contract -> !isRepresentative(contract));
        return questions(
                directory,
                Turns.today()
                        .every(DAYS)
                        .later(REGISTRY.all().indexOf(transport))
                        .one(others));
    }

    /** One client of a transport with and of one without losses. */
    private boolean isRepresentative(QuestionContract contract) {
        return REPRESENTATIVE.contains(transport.id()) && contract.hasOneClient();
    }

    private List<QuestionContract> contracts(Predicate<QuestionContract> which) {
        return QuestionContract.of(transport).stream().filter(which).toList();
    }

    private static Stream<DynamicTest> questions(Path directory, List<QuestionContract> contracts) {
        return contracts.stream().map(contract -> dynamicTest(contract.toString(), () -> contract.verify(directory)));
    }

    private static IntStream sizes(int[] all, IntPredicate which) {
        return IntStream.of(all).filter(which);
    }

    private DynamicTest playedIn(Script script, int messageSizeBytes) {
        return dynamicTest(messageSizeBytes + " bytes", () -> {
            assumeThat(messageSizeBytes)
                    .as(
                            "largest message of %s; %s",
                            transport.id(), transport.traits().sizeLimit().remedy())
                    .isLessThanOrEqualTo(transport.traits().sizeLimit().maximumBytes());
            play(script, messageSizeBytes);
        });
    }

    /** Plays the script in a fresh session. */
    private void play(Script script, int messageSizeBytes) throws Exception {
        ServerPeer server = servers.take();
        play(script, server, server.session(messageSizeBytes));
    }

    private void play(Script script, ServerPeer server, Session session) throws Exception {
        String address = server.listen(session, script);
        verifyOutcome(script, server, session, playClient(script, server, session, address));
    }

    private Future<Long> playClient(Script script, ServerPeer server, Session session, String address) {
        return clients.submit(() -> {
            Channel channel = server.connect(session, address);
            return new ScriptHalf(script, Role.CLIENT, transport, session).play(channel);
        });
    }

    private void verifyOutcome(Script script, ServerPeer server, Session session, Future<Long> client)
            throws Exception {
        int messageSizeBytes = session.maxMessageBytes();
        try {
            assertThat(server.messagesReceived())
                    .as("messages the server received")
                    .isEqualTo(script.messagesFrom(Role.CLIENT, messageSizeBytes));
        } catch (IterationFailedException e) {
            addCause(e, client);
            throw e;
        }
        assertThat(client.get(CLIENT_SECONDS, TimeUnit.SECONDS))
                .as("messages the client received")
                .isEqualTo(script.messagesFrom(Role.SERVER, messageSizeBytes));
        assertThat(server.leftOvers()).isEmpty();
        servers.giveBack(server);
    }

    /** Where one side has failed because the other had, the other knows more. */
    private static void addCause(IterationFailedException failure, Future<Long> client) throws InterruptedException {
        try {
            client.get(CAUSE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            failure.addSuppressed(e);
        }
    }

    /** Far more messages than may be under way. */
    private Script burst(int messageSizeBytes) {
        long known = transport.inFlight(messageSizeBytes, 0).orElse(Long.MAX_VALUE);
        return known <= Script.FEW_MESSAGES ? Script.SHORT_BURST : Script.BURST;
    }

    /** Messages one at a time; over a lossy transport they are sent again until an answer comes. */
    private Script exchange() {
        return transport.traits().lossy() ? Script.RESENDING_EXCHANGE : Script.EXCHANGE;
    }

    private void assumeReliable() {
        assumeThat(transport.traits().lossy()).as("messages may get lost").isFalse();
    }

    private int atMost(int messageSizeBytes) {
        return atMost(messageSizeBytes, transport);
    }

    private static int atMost(int messageSizeBytes, Transport transport) {
        return Math.min(messageSizeBytes, transport.traits().sizeLimit().maximumBytes());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "client");
        thread.setDaemon(true);
        return thread;
    }
}
