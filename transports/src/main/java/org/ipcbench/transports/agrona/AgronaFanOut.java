package org.ipcbench.transports.agrona;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.Optional;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.SharedRing;
import org.jspecify.annotations.Nullable;

/**
 * Agrona's broadcast buffer: the transmitter never waits, and overwrites the oldest messages; a receiver that was lapped goes on with the newest
 * one. The buffer has the capacity of the rings. Receivers back off, because several that spin would take each other's CPU.
 */
final class AgronaFanOut implements FanOut {
    private static final int TYPE = 1;

    @Override
    public String label() {
        return "broadcast buffer";
    }

    @Override
    public Optional<String> refusal(WhenFull whenFull, int messageBytes, int bufferBytes) {
        if (whenFull.policy() == WhenFull.Policy.DROP_OLDEST) {
            return whenFull.hasUsualDepth()
                    ? Optional.empty()
                    : Optional.of("a broadcast buffer is as deep as --buffer; use --when-full drop-oldest");
        }
        return Optional.of("a broadcast buffer never waits, and overwrites the oldest; use --when-full drop-oldest");
    }

    @Override
    public Publication publish(Session session, WhenFull whenFull) throws IOException {
        RingMemory memory = RingMemory.ofThisMachine();
        RingCapacity capacity = capacity(session, memory);
        return new Publisher(memory.shared(session, capacity.geometry()), capacity);
    }

    @Override
    public Subscription subscribe(Session session, String address, WhenFull whenFull) throws IOException {
        RingCapacity capacity = capacity(session, RingMemory.ofThisMachine());
        return new Subscriber(
                SharedRing.open(address, capacity.geometry()),
                capacity,
                AlignedMemory.allocate(session.maxMessageBytes()));
    }

    private static RingCapacity capacity(Session session, RingMemory memory) throws IOException {
        return RingCapacity.of(session.maxMessageBytes(), session.bufferSizeBytes(), memory.largestRing());
    }

    /** The beginning of a ring's memory: its trailer is longer than a broadcast buffer's. */
    private static UnsafeBuffer buffer(SharedRing shared, RingCapacity capacity) {
        MappedByteBuffer memory = shared.ring().slotMemory();
        return new UnsafeBuffer(memory, 0, capacity.bytes() + BroadcastBufferDescriptor.TRAILER_LENGTH);
    }

    private static final class Publisher implements Publication {
        private final SharedRing shared;
        private final BroadcastTransmitter transmitter;
        private final UnsafeBuffer message = new UnsafeBuffer(0, 0);

        Publisher(SharedRing shared, RingCapacity capacity) {
            this.shared = shared;
            transmitter = new BroadcastTransmitter(buffer(shared, capacity));
        }

        @Override
        public String address() {
            return shared.address();
        }

        @Override
        public void publish(ByteBuffer next) {
            message.wrap(next);
            transmitter.transmit(TYPE, message, next.position(), next.remaining());
        }

        @Override
        public void close() throws IOException {
            shared.close();
        }
    }

    private static final class Subscriber implements Subscription {
        private static final int SPINS = 100;
        private static final int YIELDS = 10;
        private static final long MIN_PARK_NANOS = 1_000;
        private static final long MAX_PARK_NANOS = 50_000;

        private final SharedRing shared;
        private final BroadcastReceiver receiver;
        private final ByteBuffer incoming;
        private final BackoffIdleStrategy idle = new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);

        Subscriber(SharedRing shared, RingCapacity capacity, ByteBuffer incoming) {
            this.shared = shared;
            this.incoming = incoming;
            receiver = new BroadcastReceiver(buffer(shared, capacity));
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) {
            if (hasNext()) {
                return incoming;
            }
            long start = System.nanoTime();
            idle.reset();
            while (System.nanoTime() - start < timeoutNanos) {
                idle.idle();
                if (hasNext()) {
                    return incoming;
                }
            }
            return null;
        }

        /** What was overwritten while it was copied is lost. */
        private boolean hasNext() {
            if (!receiver.receiveNext()) {
                return false;
            }
            int length = receiver.length();
            if (length < 0 || length > incoming.capacity()) {
                return false; // overwritten
            }
            receiver.buffer().getBytes(receiver.offset(), incoming.clear(), 0, length);
            incoming.limit(length);
            return receiver.validate();
        }

        @Override
        public void close() throws IOException {
            shared.close();
        }
    }
}
