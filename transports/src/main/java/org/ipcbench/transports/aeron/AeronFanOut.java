package org.ipcbench.transports.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.exceptions.AeronException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

/**
 * One publication, which any number of subscriptions reads. Its room is half a term ahead of the slowest: a message for which there is none is
 * lost to all. Subscribers back off when there is nothing, because several that spin would take each other's CPU.
 */
final class AeronFanOut implements FanOut {
    @Override
    public String label() {
        return "one publication";
    }

    @Override
    public Optional<String> refusal(WhenFull whenFull, int messageBytes, int bufferBytes) {
        if (whenFull.policy() == WhenFull.Policy.DROP_OLDEST) {
            return Optional.of("takes no message back from a log; use --when-full drop-newest");
        }
        return whenFull.hasUsualDepth()
                ? Optional.empty()
                : Optional.of("a log is as deep as half a term; use --when-full drop-newest");
    }

    @Override
    public FanOut.Publication publish(Session session, WhenFull whenFull) throws IOException {
        Term term = LogMemory.ofThisMachine().term(session);
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
        private final BackoffIdleStrategy idle = new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
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
