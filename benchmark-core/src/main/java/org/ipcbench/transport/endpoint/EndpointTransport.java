package org.ipcbench.transport.endpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.endpoint.EndpointProtocol.Caller;
import org.ipcbench.transport.resource.AlignedMemory;
import org.jspecify.annotations.Nullable;

/** A server of the user's: each message is a call of the server, which knows nothing of messages. */
public final class EndpointTransport implements Transport {
    /** Behind all transports. */
    private static final int ORDER = 1000;

    /** The size of a message, which is no part of a call: the smallest one that halves can check. */
    public static final int MESSAGE_BYTES = 1;

    /** Calls of a server on another machine are this far apart on average, for all connections together. */
    private static final long GAP_ELSEWHERE_NANOS = 1_000_000;

    /** This many may come before they are due. */
    private static final int AHEAD_ELSEWHERE = 20;

    private final EndpointProtocol protocol;
    private final EndpointAddress address;
    private @Nullable EndpointAddress found;

    EndpointTransport(EndpointProtocol protocol, EndpointAddress address) {
        this.protocol = protocol;
        this.address = address;
    }

    /**
     * The server's address, whose host is looked up once.
     *
     * @throws IllegalArgumentException if it is not found
     */
    public synchronized EndpointAddress address() {
        if (found == null) {
            found = address.found();
        }
        return found;
    }

    /** The IP address that was checked here, and the whole path: a peer finds nothing else. */
    @Override
    public String idForPeers() {
        return address().textForPeers();
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                address.text(),
                "%s of a server of the user's".formatted(protocol.title()),
                address.text(),
                Set.of(),
                ORDER,
                protocol.library());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                WaitStrategy.BLOCKING,
                Trait.FOREIGN_SERVER,
                Trait.BETWEEN_PROCESSES,
                Trait.REQUESTS,
                Trait.MANY_CLIENTS,
                Trait.DETECTS_CLOSE);
    }

    @Override
    public Availability availability() {
        return protocol.availability();
    }

    @Override
    public List<String> jvmArguments() {
        return protocol.jvmArguments();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return ServerProcesses.of(address(), protocol);
    }

    @Override
    public Channel connect(Session session, String unused) throws IOException {
        EndpointAddress server = address();
        Caller caller = protocol.connect(server, session);
        return new EndpointChannel(
                server.isOfThisMachine() ? caller : new SlowCaller(caller, session.connections() * GAP_ELSEWHERE_NANOS),
                session.maxMessageBytes());
    }

    /**
     * Calls are a gap apart on average, whoever asks for them. What was not asked may be asked later, so that a schedule of half the rate,
     * whose latencies begin when calls are due, waits for the server only, however long that has slept.
     */
    private static final class SlowCaller implements Caller {
        private final Caller caller;
        private final long gapNanos;
        private long due;
        private boolean hasBegun;

        SlowCaller(Caller caller, long gapNanos) {
            this.caller = caller;
            this.gapNanos = gapNanos;
        }

        @Override
        public void call() throws IOException {
            if (!hasBegun) {
                hasBegun = true;
                due = System.nanoTime();
            }
            long early = due - AHEAD_ELSEWHERE * gapNanos;
            for (long left = early - System.nanoTime(); left > 0; left = early - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            due += gapNanos;
            caller.call();
        }

        @Override
        public void close() throws IOException {
            caller.close();
        }
    }

    /** Calls when an answer is asked for, and hands out the request as the answer, so that halves can check their order. */
    private static final class EndpointChannel implements RequestChannel {
        private final Caller caller;
        private final ByteBuffer message;

        EndpointChannel(Caller caller, int maxMessageBytes) {
            this.caller = caller;
            message = AlignedMemory.allocate(maxMessageBytes);
        }

        @Override
        public void sendRequests() {
            // every message of this channel is a request
        }

        @Override
        public ByteBuffer claim(int length) {
            return message.clear().limit(length);
        }

        @Override
        public void commit() {
            // the call needs the thread that waits for the answer
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            caller.call();
            return message.clear().limit(length);
        }

        @Override
        public void close() throws IOException {
            caller.close();
        }
    }
}
