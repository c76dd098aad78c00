package org.ipcbench.transports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.kernel.TcpConnects;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a transport promises that serves many clients: several connections at once keep their messages apart. */
@Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
final class ManyClientsTest extends InScratchDirectory {
    private static final int CLIENTS = 3;
    private static final int MESSAGE_BYTES = 64;

    /** Few, because clients and server of a spinning transport may have two CPUs between the six of them. */
    private static final int MESSAGES = 12;

    private static final int SECONDS = 30;

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    });

    static Stream<Named<Transport>> transportsOfManyClients() {
        return those(Trait.MANY_CLIENTS);
    }

    static Stream<Named<Transport>> transportsThatReconnect() {
        return those(Trait.RECONNECTS)
                .filter(transport -> transport.getPayload().traits().hasServerPeer());
    }

    static Stream<Named<Transport>> transportsWithIdleConnections() {
        return those(Trait.IDLE_CONNECTIONS);
    }

    static Stream<Named<Transport>> transportsOfOneListener() {
        return those(Trait.SHARED_LISTENER);
    }

    static Stream<Named<Transport>> transportsOfOneThread() {
        return Stream.concat(those(Trait.SELECTABLE), those(Trait.SHARED_QUEUE));
    }

    private static Stream<Named<Transport>> those(Trait trait) {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.traits().has(trait))
                .map(transport -> Named.of(transport.id(), transport));
    }

    @ParameterizedTest
    @MethodSource("transportsOfManyClients")
    void eachClientsMessagesArriveAtItsOwnConnection(Transport transport) throws Exception {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Session shared = session.withConnections(CLIENTS);
        try (Closeable auxiliary = auxiliary(transport, shared);
                CloseOnFailure listening = new CloseOnFailure()) {
            List<String> addresses = new ArrayList<>();
            List<Future<?>> halves = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                Listener listener = transport.listen(shared.connection(client));
                listening.add(listener);
                addresses.add(listener.address());
                int number = client;
                halves.add(threads.submit(() -> serve(listener, number)));
            }
            assertThatIOException()
                    .isThrownBy(() ->
                            transport.connect(ContractSession.ofStrangerTo(shared.connection(0)), addresses.get(0)));
            for (int client = CLIENTS - 1; client >= 0; client--) {
                Session own = shared.connection(client);
                String address = addresses.get(client);
                int number = client;
                halves.add(threads.submit(() -> drive(transport, own, address, number)));
            }
            for (Future<?> half : halves) {
                half.get(SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("transportsOfOneThread")
    void oneThreadIsToldWhoseMessageIsThereAndWhoHasClosed(Transport transport) throws Exception {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Session shared = session.withConnections(CLIENTS);
        try (MultiplexedListener listener = transport.listenMultiplexed(shared)) {
            List<String> addresses = listener.addresses();
            Future<?> server = threads.submit(() -> serveJointly(listener));
            for (int client = 0; client < CLIENTS; client++) {
                Session stranger = ContractSession.ofStrangerTo(shared.connection(client));
                String address = addresses.get(client);
                assertThatIOException().isThrownBy(() -> transport.connect(stranger, address));
            }
            List<Future<?>> halves = new ArrayList<>();
            for (int client = CLIENTS - 1; client >= 0; client--) {
                int number = client;
                halves.add(threads.submit(
                        () -> drive(transport, shared.connection(number), addresses.get(number), number)));
            }
            for (Future<?> half : halves) {
                half.get(SECONDS, TimeUnit.SECONDS);
            }
            server.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("transportsOfOneListener")
    void clientsOfOneListeningSocketAreToldApart(Transport transport) throws Exception {
        Session shared = session.withConnections(CLIENTS).meetingInQueue(CLIENTS);
        try (CloseOnFailure listening = new CloseOnFailure()) {
            List<Listener> listeners = transport.listenTogether(shared);
            listeners.forEach(listening::add);
            String address = listeners.get(0).address();
            assertThat(listeners)
                    .hasSize(CLIENTS)
                    .allMatch(each -> each.address().equals(address));
            List<Future<?>> halves = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                halves.add(threads.submit(() -> serve(listeners.get(number), number)));
            }
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(ContractSession.ofStrangerTo(shared.connection(0)), address));
            for (int client = CLIENTS - 1; client >= 0; client--) {
                int number = client;
                halves.add(threads.submit(() -> drive(transport, shared.connection(number), address, number)));
            }
            for (Future<?> half : halves) {
                half.get(SECONDS, TimeUnit.SECONDS);
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** The kernel, not this program, decides what becomes of a client for which the queue has no room. */
    @ParameterizedTest
    @MethodSource("transportsOfOneListener")
    void clientsThatFindTheQueueFullAskAgain(Transport transport) throws Exception {
        int clients = 8;
        Session crowded = session.withConnections(clients).meetingInQueue(1);
        TcpConnects before = TcpConnects.now();
        List<Future<Channel>> connecting = new ArrayList<>();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            List<Listener> listeners = transport.listenTogether(crowded);
            listeners.forEach(opened::add);
            for (int client = 0; client < clients; client++) {
                int number = client;
                connecting.add(threads.submit(() -> transport.connect(
                        crowded.connection(number), listeners.get(number).address())));
            }
            awaitRefusal(transport, before); // nobody accepts yet
            List<Channel> served = new ArrayList<>();
            for (Listener listener : listeners) {
                served.add(listener.accept());
                opened.add(served.get(served.size() - 1));
            }
            int refusals = 0;
            for (int client = 0; client < clients; client++) {
                Channel channel = connecting.get(client).get(SECONDS, TimeUnit.SECONDS);
                opened.add(channel);
                refusals += channel.refusals();
                int number = client;
                Future<?> server = threads.submit(() -> {
                    answer(served.get(number), number, 0);
                    return null;
                });
                ask(channel, client, 0);
                server.get(SECONDS, TimeUnit.SECONDS);
            }
            long counted = TcpConnects.now().since(before).refused();
            if (transport.traits().has(Trait.TCP_OPTIONS)) {
                assertThat(refusals).isZero();
                assertThat(counted).isPositive();
            } else {
                assertThat(refusals).isPositive();
            }
        }
    }

    /** The kernel counts those of TCP; others are given the time of many attempts. */
    private static void awaitRefusal(Transport transport, TcpConnects before) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        boolean isCounted = transport.traits().has(Trait.TCP_OPTIONS);
        do {
            Thread.sleep(isCounted ? 10 : 1_000);
        } while (isCounted && TcpConnects.now().since(before).refused() <= 0 && System.nanoTime() < deadline);
    }

    @ParameterizedTest
    @MethodSource("transportsThatReconnect")
    void listenerTakesOneClientAfterTheOtherAndNoStranger(Transport transport) throws Exception {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Session open = session.keepingOn();
        try (Listener listener = transport.listen(open)) {
            Future<?> server = threads.submit(() -> {
                for (int client = 0; client < CLIENTS; client++) {
                    try (Channel channel = listener.accept()) {
                        answer(channel, client, 0);
                    }
                }
                return null;
            });
            for (int client = 0; client < CLIENTS; client++) {
                assertThatIOException()
                        .isThrownBy(() -> transport.connect(ContractSession.ofStrangerTo(open), listener.address()));
                try (Channel channel = transport.connect(open, listener.address())) {
                    ask(channel, client, 0);
                }
            }
            server.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("transportsWithIdleConnections")
    void idleConnectionsStayOpenAtOneListener(Transport transport) throws Exception {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Session idle = session.idle(MESSAGE_BYTES);
        try (CloseOnFailure opened = new CloseOnFailure();
                Listener listener = transport.listen(idle)) {
            List<Channel> served = new ArrayList<>();
            List<Channel> connected = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                Future<Channel> next = threads.submit(listener::accept);
                connected.add(transport.connect(idle, listener.address()));
                served.add(next.get(SECONDS, TimeUnit.SECONDS));
                opened.add(connected.get(client));
                opened.add(served.get(client));
            }
            for (int client = 0; client < CLIENTS; client++) {
                Channel channel = served.get(client);
                int number = client;
                Future<?> server = threads.submit(() -> {
                    answer(channel, number, 0);
                    return null;
                });
                ask(connected.get(client), client, 0);
                server.get(SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static Closeable auxiliary(Transport transport, Session shared) throws IOException {
        return transport.auxiliary().isPresent() ? transport.auxiliary().get().start(shared) : () -> {};
    }

    private static Void serve(Listener listener, int client) throws IOException {
        try (Channel channel = listener.accept()) {
            listener.close();
            for (int message = 0; message < MESSAGES; message++) {
                answer(channel, client, message);
            }
        }
        return null;
    }

    private static Void serveJointly(MultiplexedListener listener) throws IOException {
        try (MultiplexedChannels channels = listener.accept()) {
            listener.close();
            int[] served = new int[CLIENTS];
            int ended = 0;
            while (ended < CLIENTS) {
                int client = channels.next(MESSAGE_BYTES);
                Channel channel = channels.channels().get(client);
                if (served[client] < MESSAGES) {
                    answer(channel, client, served[client]++);
                } else {
                    assertThatIOException()
                            .isThrownBy(() -> channel.receive(MESSAGE_BYTES))
                            .isInstanceOf(EOFException.class);
                    ended++;
                }
            }
        }
        return null;
    }

    private static Void drive(Transport transport, Session session, String address, int client) throws IOException {
        try (Channel channel = transport.connect(session, address)) {
            for (int message = 0; message < MESSAGES; message++) {
                ask(channel, client, message);
            }
        }
        return null;
    }

    private static void ask(Channel channel, int client, int message) throws IOException {
        put(channel, client, message);
        check(channel.receive(MESSAGE_BYTES), client, message);
    }

    private static void answer(Channel channel, int client, int message) throws IOException {
        check(channel.receive(MESSAGE_BYTES), client, message);
        put(channel, client, message);
    }

    private static void put(Channel channel, int client, int message) throws IOException {
        ByteBuffer buffer = channel.claim(MESSAGE_BYTES);
        buffer.putInt(client).putInt(message);
        channel.commit();
    }

    private static void check(ByteBuffer buffer, int client, int message) {
        assertThat(buffer.getInt()).as("client of message %d", message).isEqualTo(client);
        assertThat(buffer.getInt()).as("message of client %d", client).isEqualTo(message);
    }
}
