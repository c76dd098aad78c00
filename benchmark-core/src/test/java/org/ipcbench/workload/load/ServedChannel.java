package org.ipcbench.workload.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.transport.Channel;

/**
 * Both ends of a transport in virtual time: a single server takes each message in its order and needs the same time for each.
 * It may stand still for a while, and the sender has to wait while too many messages are under way.
 */
final class ServedChannel {
    static final int SIZE_BYTES = 64;

    final FakeClock clientClock = new FakeClock();
    final FakeClock serverClock = new FakeClock();
    private final long serviceNanos;
    private final int capacity;
    private final Deque<Timed> toServer = new ArrayDeque<>();
    private final Deque<Timed> toClient = new ArrayDeque<>();
    /** When the server took each of the last messages. */
    private final Deque<Long> taken = new ArrayDeque<>();

    private long stallFromNanos;
    private long stallNanos;

    /** A message, and when it was sent. */
    private record Timed(ByteBuffer bytes, long nanos) {}

    /**
     * A transport whose server needs this time for a message.
     *
     * @param capacity how many messages may be under way
     */
    ServedChannel(long serviceNanos, int capacity) {
        this.serviceNanos = serviceNanos;
        this.capacity = capacity;
    }

    /** The server takes no message within this time, which begins so long after the clocks. */
    ServedChannel stalled(long fromNanos, long nanos) {
        stallFromNanos = fromNanos;
        stallNanos = nanos;
        return this;
    }

    Channel client(ServerStep server) {
        return new End(toClient, toServer, clientClock) {
            @Override
            public ByteBuffer claim(int length) throws IOException {
                if (taken.size() == capacity) {
                    moveTo(taken.removeFirst());
                }
                return super.claim(length);
            }

            @Override
            public void commit() throws IOException {
                super.commit();
                server.step(); // in virtual time nothing that comes later can change what the server does with it
            }
        };
    }

    Channel server() {
        return new End(toServer, toClient, serverClock) {
            @Override
            void arrived() {
                long passed = serverClock.passedNanos();
                if (passed >= stallFromNanos && passed < stallFromNanos + stallNanos) {
                    serverClock.advance(stallFromNanos + stallNanos - passed);
                }
                taken.addLast(serverClock.passedNanos());
                if (taken.size() > capacity) {
                    taken.removeFirst();
                }
                serverClock.advance(serviceNanos);
            }
        };
    }

    /** The server's turn. */
    @FunctionalInterface
    interface ServerStep {
        void step() throws IOException;
    }

    private static class End implements Channel {
        private final Deque<Timed> incoming;
        private final Deque<Timed> outgoing;
        private final FakeClock clock;
        private final ByteBuffer sent = ByteBuffer.allocateDirect(SIZE_BYTES).order(ByteOrder.nativeOrder());
        private final ByteBuffer received =
                ByteBuffer.allocateDirect(SIZE_BYTES).order(ByteOrder.nativeOrder());

        End(Deque<Timed> incoming, Deque<Timed> outgoing, FakeClock clock) {
            this.incoming = incoming;
            this.outgoing = outgoing;
            this.clock = clock;
        }

        void arrived() {
            // a client takes what is there
        }

        final void moveTo(long passedNanos) {
            clock.advance(Math.max(0, passedNanos - clock.passedNanos()));
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            return sent.clear().limit(length);
        }

        @Override
        public void commit() throws IOException {
            ByteBuffer message = ByteBuffer.allocate(sent.limit()).put(0, sent, 0, sent.limit());
            outgoing.addLast(new Timed(message, clock.passedNanos()));
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            Timed message = incoming.pollFirst();
            if (message == null) {
                throw new EOFException("nothing is under way");
            }
            moveTo(message.nanos);
            arrived();
            received.clear().put(0, message.bytes, 0, message.bytes.limit());
            return received.limit(length);
        }

        @Override
        public void close() {
            // memory needs no closing
        }
    }
}
