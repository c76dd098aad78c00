package org.ipcbench.transports.agrona;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.SharedRing;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceReader;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.RingGeometry;
import org.jspecify.annotations.Nullable;

/**
 * Agrona's {@code OneToOneRingBuffer} for each direction, in the same kind of memory as the suite's own rings; a waiting
 * side spins, as with {@code ring-spin}. Several clients of a server send through one {@code ManyToOneRingBuffer}, and each
 * has a separate ring for the answers.
 */
public final class AgronaRingTransport extends MappedTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "agrona-ring",
                "Agrona's ring buffer in shared memory, waiting busily",
                "Agrona ring buffer",
                Set.of("libraries"),
                181,
                new JarLibrary("Agrona", "org.agrona", "agrona"));
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.SPINNING,
                        Trait.DETECTS_CLOSE,
                        Trait.HIDES_DEATH,
                        Trait.DATAGRAM,
                        Trait.IN_PLACE,
                        Trait.MANY_CLIENTS,
                        Trait.SHARED_QUEUE,
                        Trait.PROCESS_IDS)
                .withBuffer("the capacity of each direction's ring, a power of two")
                .withSizeLimit(RingCapacity.sizeLimit(RingMemory.ofThisMachine().largestRing()));
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        try {
            return OptionalLong.of(RingCapacity.of(
                            messageBytes,
                            bufferBytes,
                            RingMemory.ofThisMachine().largestRing())
                    .messages(messageBytes));
        } catch (IOException e) {
            return OptionalLong.empty(); // the cell fails with the reason
        }
    }

    /** A message that does not fit at the end of the ring begins at its start, and leaves a gap. */
    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return connections == 1
                ? Math.max(0, inFlight(messageBytes, bufferBytes).orElse(0) - 1)
                : 0;
    }

    @Override
    public List<String> jvmArguments() {
        return List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"); // for Agrona's access to memory
    }

    @Override
    protected RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory memory) throws IOException {
        return RingCapacity.of(messageBytes, bufferBytes, memory.largestRing()).geometry();
    }

    @Override
    public Optional<FanOut> fanOut() {
        return Optional.of(new AgronaFanOut());
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return listen(session, (rings, polling) -> ownRing(AgronaWriter.into(rings.outgoing()), rings));
    }

    @Override
    public MultiplexedListener listenMultiplexed(Session session) throws IOException {
        RingMemory memory = RingMemory.ofThisMachine();
        return MultiplexedRing.listen(session, memory.shared(session, geometry(session, memory)), this::listen);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        Optional<MultiplexedRing.Address> joint = MultiplexedRing.Address.parse(address);
        return joint.isEmpty()
                ? connect(session, address, (rings, polling) -> ownRing(AgronaWriter.into(rings.outgoing()), rings))
                : connect(
                        session,
                        joint.get().own(),
                        (rings, polling) -> sharing(
                                rings,
                                MultiplexedRing.type(session.connection()),
                                joint.get().shared()));
    }

    /**
     * The channel of a client that sends through a ring shared with other clients.
     *
     * @param type distinguishes its messages from the others' messages
     * @param address address of the shared ring
     */
    private static Channel sharing(RingPair rings, int type, String address) throws IOException {
        SharedRing shared = SharedRing.open(address, rings.outgoing().geometry());
        Closeable memory = () -> {
            try (shared) {
                rings.close();
            }
        };
        AgronaWriter outgoing = AgronaWriter.into(shared.ring(), type, rings.outgoing());
        // the others may fill the ring
        return new InPlaceChannel(outgoing, new AgronaReader(rings.incoming()), memory, Room.Source.UNKNOWN);
    }

    private static Channel ownRing(AgronaWriter outgoing, RingPair rings) {
        return new InPlaceChannel(outgoing, new AgronaReader(rings.incoming()), rings, outgoing::room);
    }

    /** The reading end of a ring with one writer; messages are read in place. */
    private static final class AgronaReader implements InPlaceReader {
        private final RingMessages reading;
        private final Cursor writer;
        private final Cursor reader;

        AgronaReader(Ring shared) {
            MappedByteBuffer memory = shared.slotMemory();
            reading = new RingMessages(memory, new OneToOneRingBuffer(new UnsafeBuffer(memory)));
            writer = shared.head();
            reader = shared.tail();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            boolean there = reading.advance();
            while (!there) {
                awaitMessage();
                there = reading.look();
            }
            return reading.message(length);
        }

        @Override
        public void release() {
            reading.release();
        }

        @Override
        public void close() {
            release();
            reader.close();
        }

        private void awaitMessage() throws IOException {
            if (writer.isClosed() && reading.isEmpty()) {
                throw new EOFException("the other side has closed the ring");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for the other side's message");
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Agrona's broadcast buffer: the transmitter never waits, and overwrites the oldest messages; a receiver that was lapped goes on with the newest
     * one. The buffer has the capacity of the rings. Receivers back off, because several that spin would take each other's CPU.
     */
    static final class AgronaFanOut implements FanOut {
        private static final int TYPE = 1;

        @Override
        public String label() {
            return "broadcast buffer";
        }

        @Override
        public Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels) {
            if (whenFull.policy() == WhenFull.Policy.DROP_OLDEST) {
                return whenFull.hasUsualDepth()
                        ? Optional.empty()
                        : Optional.of("a broadcast buffer is as deep as --buffer; use --when-full drop-oldest");
            }
            return Optional.of(
                    "a broadcast buffer never waits, and overwrites the oldest; use --when-full drop-oldest");
        }

        @Override
        public Needs needs(int messageBytes, int bufferBytes, int subscribers) throws IOException {
            RingCapacity capacity = RingCapacity.of(
                    messageBytes, bufferBytes, RingMemory.ofThisMachine().largestRing());
            return Needs.ofSharedMemory(capacity.geometry().secondRingAt(), 1);
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
            private final BackoffIdleStrategy idle =
                    new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);

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
}
