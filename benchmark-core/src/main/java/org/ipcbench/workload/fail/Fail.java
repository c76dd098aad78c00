package org.ipcbench.workload.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;

/**
 * One peer ends while the client sends messages in one direction at a given rate. The unit that is counted is a death.
 *
 * @param extent for how long the other peer may take to find out
 * @param requestBytes size of a message, in bytes
 * @param ratePerSecond messages a second
 * @param death how the peer ends
 * @param dies which peer ends
 * @param heartbeatNanos time from one sign of life to the next, in nanoseconds; 0 for none
 */
public record Fail(
        Extent.Period extent,
        int requestBytes,
        Payload payload,
        double ratePerSecond,
        Death death,
        Role dies,
        long heartbeatNanos)
        implements Workload {
    /** The peer ends after this time at the earliest. */
    public static final long MIN_LIFE_NANOS = Duration.ofMillis(150).toNanos();

    /** A random time of at most this length is added, so that a death falls anywhere between two messages. */
    public static final long MAX_FURTHER_NANOS = Duration.ofMillis(50).toNanos();

    public static final long MIN_RATE = 1;
    public static final long MAX_RATE = 100_000;

    public static final Duration MIN_DEADLINE = Duration.ofMillis(100);
    public static final Duration MAX_DEADLINE = Duration.ofSeconds(20);

    public static final Duration MIN_HEARTBEAT = Duration.ofMillis(10);

    /** A peer that has heard nothing for so many beats takes the other one for dead. */
    public static final int MISSED_BEATS = 2;

    private static final int FURTHER_PART = 8;
    private static final double NANOS_PER_SECOND = 1e9;

    /** What a record keeps of it. */
    public record Terms(Ending death) implements QuestionTerms.Own {
        /**
         * The end of a peer.
         *
         * @param messagesPerSecond messages a second until then
         * @param heartbeatNanos time between signs of life, in nanoseconds; null for none
         */
        public record Ending(
                Double messagesPerSecond,
                Death event,
                Role dies,
                @Nullable Long heartbeatNanos) {
            public Ending {
                QuestionTerms.requireWithin(heartbeatNanos, 1, QuestionTerms.MAX_COUNT);
            }
        }

        @Override
        public Workload asked(QuestionTerms all) {
            return new Fail(
                    all.period(),
                    all.requestBytes(),
                    all.payload(),
                    death.messagesPerSecond,
                    death.event,
                    death.dies,
                    death.heartbeatNanos == null ? 0 : death.heartbeatNanos);
        }
    }

    public Fail {
        if (!(ratePerSecond >= MIN_RATE && ratePerSecond <= MAX_RATE)) {
            throw new IllegalArgumentException("a peer that ends gets from %d to %d messages a second, not %s"
                    .formatted(MIN_RATE, MAX_RATE, ratePerSecond));
        }
        if (dies == Role.AUXILIARY) {
            throw new IllegalArgumentException("a client or a server ends, and not an auxiliary process");
        }
    }

    @Override
    public Workload over(Extent other) {
        return other instanceof Extent.Period period
                ? new Fail(period, requestBytes, payload, ratePerSecond, death, dies, heartbeatNanos)
                : this;
    }

    @Override
    public Terms ownTerms() {
        return new Terms(new Terms.Ending(ratePerSecond, death, dies, heartbeatNanos == 0 ? null : heartbeatNanos));
    }

    @Override
    public Question question() {
        return Question.FAIL;
    }

    @Override
    public Optional<Role> dying() {
        return Optional.of(dies);
    }

    /** Nobody asks whether the rate was reached: deaths are counted, not messages. */
    @Override
    public OptionalDouble sentPerSecond() {
        return OptionalDouble.of(ratePerSecond);
    }

    /** Time from one message to the next, in nanoseconds. */
    public long gapNanos() {
        return (long) (NANOS_PER_SECOND / ratePerSecond);
    }

    /** Time after which a client that has not found out no longer waits between its messages, in nanoseconds. */
    long patienceNanos() {
        return MIN_LIFE_NANOS + extent.nanos() + furtherPatienceNanos();
    }

    /** The longest part of this time that is left when the deadline is over. */
    public long furtherPatienceNanos() {
        return MAX_FURTHER_NANOS + extent.nanos() / FURTHER_PART;
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return new FailClient(
                this,
                channel,
                stream().sender(channel, recorder, clock),
                new Life(this, Role.CLIENT, recorder, clock),
                clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new FailServer(
                channel,
                stream().serverHalf(channel, maxMessageBytes, recorder, clock),
                new Life(this, Role.SERVER, recorder, clock));
    }

    private MessageStream stream() {
        return new MessageStream(extent, requestBytes, payload);
    }

    /** Receives messages until it ends, or finds out that the client has. Batches of the warm-up are those of a stream. */
    private static final class FailServer implements ServerHalf {
        private final Channel channel;
        private final ServerHalf stream;
        private final Life life;
        private boolean warm;

        FailServer(Channel channel, ServerHalf stream, Life life) {
            this.channel = channel;
            this.stream = stream;
            this.life = life;
        }

        @Override
        public MessageSizes sizes() {
            return stream.sizes();
        }

        @Override
        public void onTwoClocks() {
            stream.onTwoClocks();
        }

        @Override
        public boolean step() throws IOException {
            return stream.step();
        }

        @Override
        public long sent(long handled) {
            return stream.sent(handled);
        }

        /** The batch after the one that ends the warm-up, which has a single message, is the measured part. */
        @Override
        public long batch(BatchTimer part) throws IOException {
            if (warm) {
                return measured(part);
            }
            long messages = stream.batch(part);
            warm = messages == 1;
            return messages;
        }

        @SuppressWarnings("CatchingUnchecked") // libraries tell of an end in their own ways
        private long measured(BatchTimer part) throws IOException {
            try {
                boolean isBeat = step();
                life.begin();
                while (!life.isOver()) {
                    part.checkClock();
                    life.beforeBeat();
                    isBeat = step();
                    life.heard();
                    if (isBeat) {
                        life.afterBeat();
                    }
                }
            } catch (IOException | RuntimeException e) {
                life.learn(e);
                part.end();
                return Math.max(1, part.messages());
            }
            part.checkClock();
            life.end(channel);
            part.end();
            return part.messages();
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    /** Sends messages at the given rate until it ends, or finds out that the server has. Batches of the warm-up are those of a stream. */
    static final class FailClient implements ClientHalf {
        private final Fail fail;
        private final Channel channel;
        private final PacedSender stream;
        private final Life life;
        private final NanoClock clock;

        FailClient(Fail fail, Channel channel, PacedSender stream, Life life, NanoClock clock) {
            this.fail = fail;
            this.channel = channel;
            this.stream = stream;
            this.life = life;
            this.clock = clock;
        }

        @Override
        public MessageSizes sizes() {
            return stream.sizes();
        }

        @Override
        public void step() throws IOException {
            stream.step();
        }

        @Override
        public void finishBatch() throws IOException {
            stream.finishBatch();
        }

        /** The measured part. If the server never tells, this does not return: the launcher ends this process. */
        @Override
        @SuppressWarnings("CatchingUnchecked") // libraries tell of an end in their own ways
        public long batchLasting(long nanos, BatchTimer part, double messageNanos) throws IOException {
            long start = part.beginLasting(nanos);
            stream.begin(start);
            life.begin();
            long sent = 0;
            try {
                long due = start;
                while (!life.isOver()) {
                    if (clock.nanos() - start < fail.patienceNanos()) {
                        life.sleepUntil(Math.min(
                                due, start + fail.patienceNanos())); // later, it sends as much as the transport takes
                    }
                    if (life.isBeatDue()) {
                        life.beforeBeat();
                        stream.send(MessageLayout.LAST, clock.nanos());
                        part.checkClock();
                        stream.awaitEnd();
                        life.afterBeat();
                    } else {
                        stream.send(0, due);
                        part.checkClock();
                        due += fail.gapNanos();
                    }
                    sent++;
                }
            } catch (IOException | RuntimeException e) {
                life.learn(e);
                part.end();
                return Math.max(1, sent);
            }
            life.end(channel);
            part.end();
            return sent;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
