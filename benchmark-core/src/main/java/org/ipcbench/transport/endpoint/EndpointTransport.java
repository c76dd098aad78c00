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

/** A server of the user's: each message is a call of the server, which knows nothing of messages. */
public final class EndpointTransport implements Transport {
    /** Behind all transports. */
    private static final int ORDER = 1000;

    /** The size of a message, which is no part of a call: the smallest one that halves can check. */
    public static final int MESSAGE_BYTES = 1;

    /** Calls of a server on another machine are this far apart, for all connections together. */
    private static final long GAP_ELSEWHERE_NANOS = 1_000_000;

    /** So many may come at once after a pause: a schedule of half the rate, whose latencies begin when calls are due, never waits. */
    private static final int AT_ONCE_ELSEWHERE = 20;

    private final EndpointProtocol protocol;
    private final EndpointAddress address;

    EndpointTransport(EndpointProtocol protocol, EndpointAddress address) {
        this.protocol = protocol;
        this.address = address;
    }

    public EndpointAddress address() {
        return address;
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
        return ServerProcesses.of(address, protocol);
    }

    @Override
    public Channel connect(Session session, String unused) throws IOException {
        Caller caller = protocol.connect(address, session);
        return new EndpointChannel(
                address.isOfThisMachine()
                        ? caller
                        : new SlowCaller(caller, session.connections() * GAP_ELSEWHERE_NANOS),
                session.maxMessageBytes());
    }

    /** Calls are a gap apart on average, whoever asks for them. */
    private static final class SlowCaller implements Caller {
        private final Caller caller;
        private final long gapNanos;
        private long due = System.nanoTime();

        SlowCaller(Caller caller, long gapNanos) {
            this.caller = caller;
            this.gapNanos = gapNanos;
        }

        @Override
        public void call() throws IOException {
            long ahead = due - System.nanoTime();
            while (ahead > AT_ONCE_ELSEWHERE * gapNanos) {
                LockSupport.parkNanos(ahead - AT_ONCE_ELSEWHERE * gapNanos);
                ahead = due - System.nanoTime();
            }
            due += gapNanos - Math.min(ahead, 0);
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
