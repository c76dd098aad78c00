package org.ipcbench.transports.aeron;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.exceptions.AeronException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.Transport.Auxiliary;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.SharedMemory;
import org.jspecify.annotations.Nullable;

/**
 * Aeron IPC: an exclusive publication for each direction; a waiting side spins. Messages that fit into a fragment ({@link
 * Term#longestFragment()}, 65472 bytes unless {@code --buffer} is small) are written and read directly in Aeron's memory;
 * longer ones are offered from one buffer and reassembled in another.
 */
public final class AeronIpcTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "aeron-ipc",
                "Aeron IPC, waiting busily",
                "Aeron IPC",
                Set.of("libraries"),
                180,
                () -> "Aeron " + new AeronVersion());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.SPINNING,
                        Trait.DETECTS_CLOSE,
                        Trait.HIDES_DEATH,
                        Trait.DATAGRAM,
                        Trait.IN_PLACE,
                        Trait.MANY_CLIENTS)
                .withBuffer("the term of each direction's log, of which there are three")
                .withSizeLimit(LogMemory.ofThisMachine().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return LogMemory.ofThisMachine().inFlight(messageBytes, bufferBytes);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return connections == 1 ? LogMemory.ofThisMachine().room(messageBytes, bufferBytes) : 0;
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return LogMemory.ofThisMachine().needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public Availability availability() {
        return LogMemory.ofThisMachine().availability();
    }

    @Override
    public List<String> jvmArguments() {
        return List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"); // for Agrona's access to memory
    }

    @Override
    public Optional<Auxiliary> auxiliary() {
        return Optional.of(new Driver());
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        DriverDirectory.removeLeftOvers(SharedMemory.ROOT, scratchDirectory);
    }

    @Override
    public Optional<FanOut> fanOut() {
        return Optional.of(new AeronFanOut());
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return AeronListener.open(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return AeronClient.of(session).connect(Integer.parseInt(address));
    }

    /** The server's stream before a client has connected; any process that knows the driver's directory may write to it. */
    private static final class AeronListener implements Listener {
        private final AeronClient client;
        private boolean accepted;

        private AeronListener(AeronClient client) {
            this.client = client;
        }

        static AeronListener open(Session session) throws IOException {
            return new AeronListener(AeronClient.of(session));
        }

        @Override
        public String address() {
            return Integer.toString(client.streamId());
        }

        @Override
        public Channel accept() throws IOException {
            Channel channel = client.accept();
            accepted = true;
            return channel;
        }

        @Override
        public void close() {
            if (!accepted) { // otherwise it belongs to the channel
                client.close();
            }
        }
    }

    /**
     * One publication, which any number of subscriptions reads. Its room is half a term ahead of the slowest: a message for which there is none is
     * lost to all. Subscribers back off when there is nothing, because several that spin would take each other's CPU.
     */
    static final class AeronFanOut implements FanOut {
        @Override
        public String label() {
            return "one publication";
        }

        @Override
        public Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels) {
            if (whenFull.policy() == WhenFull.Policy.DROP_OLDEST) {
                return Optional.of("takes no message back from a log; use --when-full drop-newest");
            }
            return whenFull.hasUsualDepth()
                    ? Optional.empty()
                    : Optional.of("a log is as deep as half a term; use --when-full drop-newest");
        }

        @Override
        public Needs needs(int messageBytes, int bufferBytes, int subscribers) throws IOException {
            return LogMemory.ofThisMachine().needsForLogs(messageBytes, bufferBytes, 1);
        }

        @Override
        public FanOut.Publication publish(Session session, WhenFull whenFull) throws IOException {
            Term term = LogMemory.ofThisMachine().termBesideAConnection(session);
            Aeron aeron = connect(session);
            try {
                int stream = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
                return new Publisher(aeron, aeron.addExclusivePublication(term.channel(), stream), whenFull);
            } catch (AeronException e) {
                aeron.close();
                throw new IOException("no publication: " + e.getMessage(), e);
            }
        }

        @Override
        public Subscription subscribe(Session session, String address, WhenFull whenFull) throws IOException {
            Aeron aeron = connect(session);
            try {
                Subscriber subscriber = new Subscriber(
                        aeron,
                        aeron.addSubscription("aeron:ipc", Integer.parseInt(address)),
                        AlignedMemory.allocate(session.maxMessageBytes()));
                subscriber.join(new Polling(session.connectTimeout()));
                return subscriber;
            } catch (AeronException | IOException e) {
                aeron.close();
                throw new IOException("no subscription: " + e.getMessage(), e);
            }
        }

        private static Aeron connect(Session session) throws IOException {
            try {
                return AeronClient.driverOf(session);
            } catch (AeronException e) {
                throw new IOException("no connection to Aeron's driver: " + e.getMessage(), e);
            }
        }

        private static final class Publisher implements FanOut.Publication {
            private final Aeron aeron;
            private final ExclusivePublication publication;
            private final boolean drops;
            private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);

            Publisher(Aeron aeron, ExclusivePublication publication, WhenFull whenFull) {
                this.aeron = aeron;
                this.publication = publication;
                drops = whenFull.drops();
            }

            @Override
            public String address() {
                return Integer.toString(publication.streamId());
            }

            @Override
            public void publish(ByteBuffer message) throws IOException {
                memory.wrap(message);
                long result = publication.offer(memory, message.position(), message.remaining());
                while (result < 0) {
                    if (result == ExclusivePublication.CLOSED || result == ExclusivePublication.MAX_POSITION_EXCEEDED) {
                        throw new IOException("Aeron's stream has ended");
                    }
                    if (result == ExclusivePublication.NOT_CONNECTED
                            || (drops && result == ExclusivePublication.BACK_PRESSURED)) {
                        return;
                    }
                    if (Thread.currentThread().isInterrupted()) {
                        throw new InterruptedIOException("interrupted while waiting for the slowest subscriber");
                    }
                    Thread.onSpinWait();
                    result = publication.offer(memory, message.position(), message.remaining());
                }
            }

            @Override
            public void close() {
                aeron.close();
            }
        }

        private static final class Subscriber implements Subscription {
            private static final int SPINS = 100;
            private static final int YIELDS = 10;
            private static final long MIN_PARK_NANOS = 1_000;
            private static final long MAX_PARK_NANOS = 50_000;

            private final Aeron aeron;
            private final io.aeron.Subscription subscription;
            private final ByteBuffer incoming;
            private final FragmentAssembler assembler;
            private final BackoffIdleStrategy idle =
                    new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
            private boolean isThere;

            Subscriber(Aeron aeron, io.aeron.Subscription subscription, ByteBuffer incoming) {
                this.aeron = aeron;
                this.subscription = subscription;
                this.incoming = incoming;
                assembler = new FragmentAssembler((buffer, offset, length, header) -> {
                    buffer.getBytes(offset, incoming.clear(), 0, length);
                    incoming.limit(length);
                    isThere = true;
                });
            }

            void join(Polling polling) throws IOException {
                while (subscription.hasNoImages()) {
                    polling.rest("Aeron's stream " + subscription.streamId());
                }
            }

            @Override
            public @Nullable ByteBuffer receiveWithin(long timeoutNanos) {
                isThere = false;
                subscription.poll(assembler, 1);
                if (isThere) {
                    return incoming;
                }
                long start = System.nanoTime();
                idle.reset();
                while (!isThere && System.nanoTime() - start < timeoutNanos) {
                    idle.idle(subscription.poll(assembler, 1)); // no rest between the fragments of a message
                }
                return isThere ? incoming : null;
            }

            @Override
            public void close() {
                aeron.close();
            }
        }
    }
}
