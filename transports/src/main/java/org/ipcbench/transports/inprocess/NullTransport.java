package org.ipcbench.transports.inprocess;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/**
 * Both halves of a workload in one JVM, taking turns on one thread over a plain field: no kernel, no second process, no
 * waiting. A round trip is a method call of the other half. Its figures are the costs of the harness itself.
 */
public final class NullTransport extends OneProcessTransport {
    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "null",
                "no transport: a method call of the other half; what the harness itself costs",
                "Null",
                Set.of(),
                1000);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.NONE, Trait.DETECTS_CLOSE, Trait.IN_PLACE, Trait.IN_PROCESS);
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(1);
    }

    @Override
    Ends connection(int maxMessageBytes) {
        Slot toServer = new Slot(maxMessageBytes);
        Slot toClient = new Slot(maxMessageBytes);
        return new Ends(new NullChannel(toClient, toServer), new NullChannel(toServer, toClient));
    }

    /** One end: sends by filling a slot and receives by emptying the other one. */
    private static final class NullChannel implements InProcessChannel {
        private final Slot incoming;
        private final Slot outgoing;
        private OtherHalf otherHalf = () -> {};

        NullChannel(Slot incoming, Slot outgoing) {
            this.incoming = incoming;
            this.outgoing = outgoing;
        }

        @Override
        public void whenWaiting(OtherHalf half) {
            otherHalf = half;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            if (outgoing.isFull()) {
                otherHalf.step();
                if (outgoing.isFull()) {
                    throw new IOException("the other half took its turn without receiving the message");
                }
            }
            return outgoing.message(length);
        }

        @Override
        public void commit() throws IOException {
            if (outgoing.isClosed()) {
                throw new IOException("the other side has closed the connection");
            }
            outgoing.fill();
        }

        @Override
        public void handOver() throws IOException {
            if (outgoing.isFull()) {
                otherHalf.step();
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            if (!incoming.isFull()) {
                if (!incoming.isClosed()) {
                    otherHalf.step();
                }
                if (!incoming.isFull()) {
                    throw incoming.isClosed()
                            ? new EOFException("the other side has closed the connection")
                            : new IOException("the other half took its turn without sending");
                }
            }
            // valid until this half passes the turn on, which it does only in its next call
            incoming.empty();
            return incoming.message(length);
        }

        @Override
        public void close() {
            incoming.close();
            outgoing.close();
        }
    }

    /** Memory for one message in one direction, and the plain field that tells whether it is there. */
    private static final class Slot {
        private final ByteBuffer message;
        private boolean full;
        private boolean closed;

        Slot(int messageSizeBytes) {
            message = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
        }

        ByteBuffer message(int length) {
            return message.limit(length).position(0);
        }

        boolean isFull() {
            return full;
        }

        void fill() {
            full = true;
        }

        void empty() {
            full = false;
        }

        boolean isClosed() {
            return closed;
        }

        /** Closes the slot for the sender or the receiver; a message in the slot can still be taken. */
        void close() {
            closed = true;
        }
    }
}
