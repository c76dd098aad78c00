package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.measure.KernelClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads.CompilerRest;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.peer.Connection.Given;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Listener.ServerStarter;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/** Makes the connections of an assignment; opening them is left to their user. */
final class ConnectionFactory {
    private final Assign assign;
    private final Transport transport;
    private final ProgressPage page;
    private final NanoClock clock;

    /** @param page gets the message counts of the connections */
    ConnectionFactory(Assign assign, Transport transport, ProgressPage page, NanoClock clock) {
        this.assign = assign;
        this.transport = transport;
        this.page = page;
        this.clock = clock;
    }

    /** The client's connections; with an in-process transport, the only connection includes the server's half. */
    Connections clients() throws IOException {
        List<ClientConnection> clients = new ArrayList<>();
        if (transport.traits().inProcess()) {
            clients.add(inProcess());
        } else {
            for (int i = 0; i < assign.share().number(); i++) {
                int number = assign.share().first() + i;
                clients.add(client(number, assign.share().addresses().get(i), clocksOfClient(number)));
            }
        }
        return threads(Serving.THREADS, clients);
    }

    /**
     * The client's connections, whose channels start the server for each request, or ask a server of the user's.
     *
     * @param starter prepares what they start
     */
    Connections starting(ServerStarter starter) throws IOException {
        List<ClientConnection> clients = new ArrayList<>();
        for (int i = 0; i < assign.share().number(); i++) {
            clients.add(client(assign.share().first() + i, starter.address(), ClockOffset.NONE));
        }
        return threads(Serving.THREADS, clients);
    }

    private ClientConnection client(int number, String address, ClockOffset clocks) {
        Session session = assign.session().connection(number);
        return new ClientConnection(given(number, clocks), List.of(new Recorder()), watchesStalls(), opened -> {
            Channel channel = ReopenedChannel.connect(assign.workload(), transport, session, address);
            opened.add(channel);
            return channel;
        });
    }

    /**
     * The client's connection with the server's half; the records of the server's half are reported with the client's.
     */
    private ClientConnection inProcess() {
        Recorder received = new Recorder();
        List<Recorder> recorders = List.of(new Recorder(), received);
        return new ClientConnection(given(0, ClockOffset.NONE), recorders, watchesStalls(), opened -> {
            InProcessConnection both =
                    InProcessConnection.connect(transport, assign.session(), assign.workload(), received, clock);
            opened.add(both::close);
            return both.client();
        });
    }

    /** The server's listeners, one for each connection. */
    List<Listener> listeners(CloseOnFailure listening) throws IOException {
        List<Listener> listeners = new ArrayList<>();
        if (assign.session().sharesListener()) {
            listeners.addAll(transport.listenTogether(assign.session()));
            listeners.forEach(listening::add);
            return listeners;
        }
        for (int i = 0; i < assign.share().number(); i++) {
            Listener listener =
                    assign.workload().listen(transport, assign.session().connection(i));
            listening.add(listener);
            listeners.add(listener);
        }
        return listeners;
    }

    /** The server's connections that these listeners accept. */
    Connections servers(List<Listener> listeners) throws IOException {
        Lock proofs = new ReentrantLock(true);
        List<ServerConnection> servers = new ArrayList<>();
        for (int i = 0; i < listeners.size(); i++) {
            Listener listener = listeners.get(i);
            servers.add(new ServerConnection(given(i, clocksOfServer(i)), proofs, opened -> {
                Channel channel = ReopenedChannel.accept(assign.workload(), listener);
                opened.add(channel);
                return channel;
            }));
        }
        return threads(assign.share().serving(), servers);
    }

    /** The server's connections that one thread serves in turns. */
    Connections multiplexed(MultiplexedListener listener) throws IOException {
        CompilerRest compiler = MultiplexedConnections.compilerRest(clock);
        List<MultiplexedConnection> connections = new ArrayList<>();
        for (int i = 0; i < assign.share().number(); i++) {
            connections.add(new MultiplexedConnection(given(i, clocksOfServer(i)), compiler));
        }
        return new MultiplexedConnections(
                listener, connections, assign.workload().requestBytes(), clock);
    }

    /**
     * Virtual threads are requested explicitly and are used even for one connection; otherwise one connection needs no
     * thread besides this one.
     */
    private Connections threads(Serving serving, List<? extends DrivenConnection> connections) {
        return connections.size() == 1 && serving != Serving.VIRTUAL
                ? new SingleConnection(connections.get(0))
                : new ThreadPerConnection(serving, connections);
    }

    /** @param number number of the connection in the session, from 0 */
    private Given given(int number, ClockOffset clocks) {
        LongConsumer progress = page.counter(number - assign.share().first());
        return Given.of(assign, number, clock, clocks, progress);
    }

    /** Threads of several connections may wait for each other's CPU. */
    private boolean watchesStalls() {
        return assign.meterNanos() > 0 && assign.session().connections() == 1;
    }

    private ClockOffset clocksOfClient(int number) throws IOException {
        return needsOneClock()
                ? ClockOffset.initiator(assign.session().connection(number), clock, KernelClock.system())
                : ClockOffset.NONE;
    }

    private ClockOffset clocksOfServer(int number) throws IOException {
        return needsOneClock()
                ? ClockOffset.responder(assign.session().connection(number), clock, KernelClock.system())
                : ClockOffset.NONE;
    }

    /**
     * Whether latencies are one peer's time minus the other's; everything else is timed only by the client's clock.
     */
    private boolean needsOneClock() {
        return assign.workload().question().latencyKind().needsOneClock();
    }

    /** A client's end of a connection. */
    private static final class ClientConnection extends DrivenConnection {
        private final boolean watchesStalls;
        private @Nullable Channel channel;
        private @Nullable ClientHalf half;
        private double messageNanos;
        private Sampling sampling = Sampling.NONE;
        private Optional<UnderWay> streamed = Optional.empty();

        /** @param watchesStalls whether the measuring thread tells of the times in which it did not run */
        ClientConnection(Given given, List<Recorder> recorders, boolean watchesStalls, ChannelOpener opener) {
            super(given, recorders, opener);
            this.watchesStalls = watchesStalls;
        }

        @Override
        Closeable half(Channel open) throws IOException {
            channel = open;
            if (watchesStalls) {
                part().watchStalls();
            }
            half = workload().client(open, session().maxMessageBytes(), recorder(), clock());
            return half;
        }

        @Override
        void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
            ClientHalf client = half();
            warm(warmUp().run(client, limitNanos));
            messageNanos = workload().messageNanos(warm().messageNanos());
            long messages = workload().extent().expectedMessages(messageNanos);
            Sampling chosen =
                    workload().question().latencyKind().sampling(sampleCost.getAsDouble(), messageNanos, messages);
            client.sampleEvery(chosen.interval());
            sampling = client.takesSamples() ? chosen : Sampling.NONE;
        }

        @Override
        void measure() throws IOException {
            measured(workload().extent().run(half(), part(), messageNanos));
        }

        /**
         * The client has the last answer. A stream asks its connection now, when the measured part is over, and the server's end, without
         * which a queue is gone, is still open.
         */
        @Override
        void linger() {
            streamed = workload().answerBytes() > 0 ? Optional.empty() : held();
        }

        private Optional<UnderWay> held() {
            if (channel == null) {
                return Optional.empty();
            }
            try {
                OptionalLong most = channel.room(session().maxMessageBytes()).most();
                return most.isPresent() ? Optional.of(new UnderWay(most.getAsLong())) : Optional.empty();
            } catch (IOException e) {
                return Optional.empty(); // closed by the other side; nothing that was measured depends on it
            }
        }

        @Override
        Sampling sampling() {
            return sampling;
        }

        @Override
        Optional<UnderWay> underWay() throws IOException {
            return workload().answerBytes() > 0 || channel == null ? super.underWay() : streamed;
        }

        private ClientHalf half() {
            return Objects.requireNonNull(half, "the connection is not open");
        }
    }

    /** A server's end of a connection. */
    private static final class ServerConnection extends DrivenConnection {
        private final Lock proofs;
        private @Nullable ServerHalf half;

        /**
         * @param proofs lock held while the connection proves its clocks, because parallel proofs would disturb each other
         */
        ServerConnection(Given given, Lock proofs, ChannelOpener opener) {
            super(given, List.of(new Recorder()), opener);
            this.proofs = proofs;
        }

        @Override
        void proveClocks() {
            proofs.lock();
            try {
                super.proveClocks();
            } finally {
                proofs.unlock();
            }
        }

        @Override
        Closeable half(Channel channel) throws IOException {
            half = served(workload().server(channel, session().maxMessageBytes(), recorder(), clock()));
            return half;
        }

        @Override
        void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
            warm(warmUp().serve(half()));
        }

        @Override
        void measure() throws IOException {
            awaitBatch();
            measured(half().batch(part())); // waits in receive when the client begins
        }

        @Override
        void linger() throws IOException {
            half().linger();
        }

        private ServerHalf half() {
            return Objects.requireNonNull(half, "the connection is not open");
        }
    }

    /**
     * A channel that opens a new connection for every message and its answer. A connection is closed just before the next
     * one is opened, so that the time of an exchange ends with the answer, and the rate includes the closing.
     */
    private static final class ReopenedChannel implements RequestChannel {
        private final NextConnection next;
        private final Closeable origin;
        private final boolean sendsFirst;
        private boolean sendsRequests;
        private @Nullable Channel current;

        /** Opens the next connection. */
        @FunctionalInterface
        private interface NextConnection {
            Channel open() throws IOException;
        }

        private ReopenedChannel(NextConnection next, Closeable origin, boolean sendsFirst) {
            this.next = next;
            this.origin = origin;
            this.sendsFirst = sendsFirst;
        }

        /** Connects the client's side of a workload: one connection, or one for every message. */
        static Channel connect(Workload workload, Transport transport, Session session, String address)
                throws IOException {
            return workload.reconnects()
                    ? new ReopenedChannel(() -> transport.connect(session, address), () -> {}, true)
                    : workload.connect(transport, session, address);
        }

        /**
         * Accepts the server's side of a workload. The listener and its files are removed as soon as no more clients are
         * expected.
         */
        static Channel accept(Workload workload, Listener listener) throws IOException {
            if (workload.reconnects()) {
                return new ReopenedChannel(listener::accept, listener, false);
            }
            try (listener) {
                return listener.accept();
            }
        }

        /** Each connection makes a call, if the library has calls. */
        @Override
        public void sendRequests() {
            sendsRequests = true;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            return channel(sendsFirst).claim(length);
        }

        @Override
        public void commit() throws IOException {
            channel(false).commit();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return channel(!sendsFirst).receive(length);
        }

        @Override
        public void close() throws IOException {
            try (origin) {
                closeCurrent();
            }
        }

        /**
         * @param begins whether a new exchange begins, which opens a new connection
         */
        private Channel channel(boolean begins) throws IOException {
            Channel open = current;
            if (begins || open == null) {
                closeCurrent();
                open = next.open();
                current = open;
                if (sendsRequests && open instanceof RequestChannel requests) {
                    requests.sendRequests();
                }
            }
            return open;
        }

        private void closeCurrent() throws IOException {
            Channel open = current;
            current = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
