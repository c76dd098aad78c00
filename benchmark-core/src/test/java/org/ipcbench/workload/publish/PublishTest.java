package org.ipcbench.workload.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both halves over channels in memory that hold a few messages. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PublishTest {
    private static final int ROOM = 4;
    private static final long NANOS = Duration.ofMillis(300).toNanos();
    private static final Session SESSION = new Session(Path.of("."), Token.random(), 64, 0, Duration.ofSeconds(10));

    @ParameterizedTest
    @EnumSource(Policy.class)
    void eachMessageIsReceivedOrLost(Policy policy) throws Exception {
        FanOutResult notes = published(
                new WhenFull(policy, policy == Policy.BLOCK ? 1 : 2),
                new Publish.Slow(1, 5_000_000),
                each -> Objects.requireNonNull(each.slow()).taken() > 0
                        && (policy == Policy.BLOCK || each.slow().lost() > 0));

        FanOutResult.OfClass fast = Objects.requireNonNull(notes.fast());
        FanOutResult.OfClass slow = Objects.requireNonNull(notes.slow());
        assertThat(fast.subscribers()).isEqualTo(2);
        assertThat(fast.received() + fast.lost()).isEqualTo(2 * notes.published());
        assertThat(slow.received() + slow.lost()).isEqualTo(notes.published());
        if (policy == Policy.BLOCK) {
            assertThat(fast.lost() + slow.lost()).isZero();
        }
        assertThat(fast.latencies().decoded().getTotalCount()).isEqualTo(fast.received());
        assertThat(slow.latencies().decoded().getTotalCount()).isEqualTo(slow.taken());
        assertThat(slow.ages().decoded().getTotalCount())
                .as("one for each next message, and one at the end")
                .isEqualTo(slow.taken());
        assertThat(notes.label()).isEqualTo("in turn");
        // a loaded machine may let it join after the last message
        assertThat(notes.lateReceived()).isBetween(0L, notes.published());
        if (notes.lateReceived() == 0) {
            assertThat(notes.lateNanos()).isNull();
        } else {
            assertThat(notes.lateNanos()).isPositive();
        }
    }

    @Test
    void slowSubscriberThatIsWaitedForHoldsThePublisherUp() throws Exception {
        FanOutResult notes = published(
                WhenFull.of(Policy.BLOCK), new Publish.Slow(1, 20_000_000), each -> each.longestNanos() >= 10_000_000);

        assertThat(notes.published()).isLessThan(150);
    }

    @Test
    void allMayBeSlowOrNone() throws Exception {
        assertThat(published(WhenFull.of(Policy.BLOCK), Publish.Slow.NONE, any -> true)
                        .slow())
                .isNull();
        assertThat(published(WhenFull.of(Policy.BLOCK), new Publish.Slow(3, 1_000), any -> true)
                        .fast())
                .isNull();
    }

    /** Nobody would read what it gets: with a publisher that waits for all, the measured part would never end. */
    @Test
    void subscriberThatJoinsInTheWarmUpLeavesBeforeTheMeasuredPart() throws Exception {
        Publish publish = publish(WhenFull.of(Policy.BLOCK), Publish.Slow.NONE);
        FanningTransport transport = new FanningTransport();
        Listener listener = publish.listen(transport, SESSION);
        NanoClock clock = NanoClock.system();
        CompletableFuture<Long> served = CompletableFuture.supplyAsync(() -> serve(publish, listener, clock, 4));
        try (Channel channel = publish.connect(transport, SESSION, listener.address())) {
            Recorder recorder = new Recorder();
            SubscriberHalf half = (SubscriberHalf) publish.client(channel, 64, recorder, clock);
            BatchTimer part = timer(recorder, clock);
            assertThat(half.rehearse(NANOS, part, 1_000)).isPositive();
            assertThat(transport.joined).hasValue(3 + 1);
            assertThat(transport.present).hasSize(3);

            half.rehearse(NANOS, part, 1_000);
            half.batch(1, part, 1_000);
            assertThat(transport.joined).as("once is enough").hasValue(3 + 1);
            recorder.reset();
            long messages = half.batchLasting(NANOS, part, 1e6);

            assertThat(served.get()).isEqualTo(messages);
            assertThat(transport.joined).as("the late one, too").hasValue(3 + 2);
            assertThat(recorder.own(FanOutResult.class).orElseThrow().published())
                    .isEqualTo(messages);
        }
    }

    @Test
    void queuesHaveABound() {
        assertThat(publish(new WhenFull(Policy.DROP_OLDEST, 100_000), Publish.Slow.NONE)
                        .tooMuchQueued())
                .isEmpty();
        Publish large = new Publish(
                new Extent.Period(NANOS),
                1 << 20,
                Payload.TOUCHED,
                1_000,
                3,
                Publish.Slow.NONE,
                new WhenFull(Policy.DROP_OLDEST, 100));
        assertThat(large.tooMuchQueued())
                .contains("queues of 100 messages take 400 MiB of the publisher; give drop-oldest:8");
        assertThat(large.channels()).isEqualTo(5);
    }

    /** Each of three subscribers and the late one takes a connection, besides the one over which both sides agree. */
    @Test
    void eachSubscriberTakesAConnectionUnlessTheTransportHasAFanOut() throws IOException {
        Publish publish = publish(WhenFull.of(Policy.BLOCK), Publish.Slow.NONE);

        assertThat(publish.needs(new MemoryTransport(), 64, 0, 1)).isEqualTo(Needs.ofSharedMemory(100, 5));
        assertThat(publish.needs(new FanningTransport(), 64, 0, 1)).isEqualTo(new Needs(100, 100 + 1, 4, 0));
    }

    /** What is noted of a batch with enough messages for what is asked, which a machine that stands still for long does not let through. */
    private static FanOutResult published(WhenFull whenFull, Publish.Slow slow, Predicate<FanOutResult> enough)
            throws Exception {
        FanOutResult notes = published(whenFull, slow);
        while (notes.published() == 0 || !enough.test(notes)) {
            notes = published(whenFull, slow);
        }
        return notes;
    }

    /** What is noted of a batch after a short warm-up. */
    private static FanOutResult published(WhenFull whenFull, Publish.Slow slow) throws Exception {
        Publish publish = publish(whenFull, slow);
        MemoryTransport transport = new MemoryTransport();
        Listener listener = publish.listen(transport, SESSION);
        NanoClock clock = NanoClock.system();
        CompletableFuture<Long> served = CompletableFuture.supplyAsync(() -> serve(publish, listener, clock, 3));
        try (Channel channel = publish.connect(transport, SESSION, listener.address())) {
            Recorder recorder = new Recorder();
            SubscriberHalf half = (SubscriberHalf) publish.client(channel, 64, recorder, clock);
            BatchTimer part = timer(recorder, clock);
            half.batch(50, part, 1_000);
            half.batch(1, part, 1_000);
            recorder.reset();
            long messages = half.batchLasting(NANOS, part, 1e6);
            assertThat(served.get()).isEqualTo(messages);
            FanOutResult notes = recorder.own(FanOutResult.class).orElseThrow();
            assertThat(notes.published()).isEqualTo(messages);
            assertThat(channel.strangers())
                    .as("of the agreement, three subscribers and the late one")
                    .isEqualTo(5);
            return notes;
        }
    }

    private static Publish publish(WhenFull whenFull, Publish.Slow slow) {
        return new Publish(new Extent.Period(NANOS), 64, Payload.TOUCHED, 1_000, 3, slow, whenFull);
    }

    /** @return number of messages of the last batch */
    private static long serve(Publish publish, Listener listener, NanoClock clock, int batches) {
        try (Channel channel = listener.accept()) {
            Recorder recorder = new Recorder();
            PublisherHalf half = (PublisherHalf) publish.server(channel, 64, recorder, clock);
            BatchTimer part = timer(recorder, clock);
            long messages = 0;
            for (int i = 0; i < batches; i++) {
                part.await(0, 0);
                messages = half.batch(part);
            }
            return messages;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BatchTimer timer(Recorder recorder, NanoClock clock) {
        MeasuringThread thread = () -> Mark.UNKNOWN_CPU;
        return new BatchTimer(recorder, clock, () -> 0, thread);
    }

    /** Channels of a few messages, found by the connection's number. */
    private static class MemoryTransport implements Transport {
        private final Map<String, BlockingQueue<byte[]>> queues = new ConcurrentHashMap<>();

        @Override
        public TransportInfo info() {
            return new TransportInfo("memory", "memory", "memory", Set.of(), 1);
        }

        @Override
        public Traits traits() {
            return Traits.of(WaitStrategy.BLOCKING, Trait.MANY_CLIENTS);
        }

        @Override
        public Needs needs(int messageBytes, int bufferBytes, int connections) {
            return Needs.ofSharedMemory(100, connections);
        }

        @Override
        public Listener listen(Session session) {
            String name = session.connections() + "." + session.connection();
            return new Listener() {
                @Override
                public String address() {
                    return name;
                }

                @Override
                public Channel accept() {
                    return new Bounded(queue("to-client" + name), queue("to-server" + name));
                }

                @Override
                public void close() {
                    // memory needs no closing
                }
            };
        }

        @Override
        public Channel connect(Session session, String address) {
            return new Bounded(queue("to-server" + address), queue("to-client" + address));
        }

        private BlockingQueue<byte[]> queue(String name) {
            return queues.computeIfAbsent(name, unused -> new LinkedBlockingQueue<>(ROOM));
        }
    }

    private record Bounded(BlockingQueue<byte[]> outgoing, BlockingQueue<byte[]> incoming, ByteBuffer claimed)
            implements Channel {
        Bounded(BlockingQueue<byte[]> outgoing, BlockingQueue<byte[]> incoming) {
            this(outgoing, incoming, ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder()));
        }

        @Override
        public ByteBuffer claim(int length) {
            return claimed.clear().limit(length);
        }

        @Override
        public void commit() throws IOException {
            byte[] message = new byte[claimed.limit()];
            claimed.get(0, message);
            try {
                outgoing.put(message);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            try {
                return ByteBuffer.wrap(incoming.take()).order(ByteOrder.nativeOrder());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        /** As if each channel had heard one. */
        @Override
        public long strangers() {
            return 1;
        }

        @Override
        public void close() {
            // memory needs no closing
        }
    }

    /** A fan-out that takes a byte, and a descriptor for each subscriber. */
    private static final class FanningTransport extends MemoryTransport {
        private final Set<BlockingQueue<byte[]>> present = ConcurrentHashMap.newKeySet();
        private final AtomicInteger joined = new AtomicInteger();

        @Override
        public Optional<FanOut> fanOut() {
            return Optional.of(new FanOut() {
                @Override
                public String label() {
                    return "fan";
                }

                @Override
                public Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels) {
                    return Optional.empty();
                }

                @Override
                public Needs needs(int messageBytes, int bufferBytes, int subscribers) {
                    return new Needs(1, 1, subscribers, 0);
                }

                @Override
                public Publication publish(Session session, WhenFull whenFull) {
                    return new Publication() {
                        @Override
                        public String address() {
                            return "fan";
                        }

                        @Override
                        public void publish(ByteBuffer message) {
                            byte[] bytes = new byte[message.remaining()];
                            message.get(message.position(), bytes);
                            present.forEach(each -> each.add(bytes));
                        }

                        @Override
                        public void close() {
                            // memory needs no closing
                        }
                    };
                }

                @Override
                public Subscription subscribe(Session session, String address, WhenFull whenFull) {
                    BlockingQueue<byte[]> own = new LinkedBlockingQueue<>();
                    joined.incrementAndGet();
                    present.add(own);
                    return new Subscription() {
                        @Override
                        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
                            try {
                                byte[] message = own.poll(timeoutNanos, TimeUnit.NANOSECONDS);
                                return message == null
                                        ? null
                                        : ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                        }

                        @Override
                        public void close() {
                            present.remove(own);
                        }
                    };
                }
            });
        }
    }
}
