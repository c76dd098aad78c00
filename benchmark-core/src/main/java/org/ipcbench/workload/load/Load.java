package org.ipcbench.workload.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Schedule.DueTimes;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;

/**
 * Messages in one direction at the times of a schedule, which does not wait for earlier messages; the last one is
 * acknowledged. A latency begins at the scheduled time, not when the sender actually began. With a shape, messages are calls: a call
 * that is due while as many as the shape allows are under way on its connection waits, and that belongs to its latency.
 *
 * @param extent the time of the schedule
 * @param requestBytes size of a message, in bytes
 * @param ratePerSecond mean number of messages per second of all senders together
 * @param arrivals how the times are spread
 * @param pacing how a sender waits for the next one
 * @param sender the sender that the times belong to
 * @param call how each call looks; null if messages are not answered one by one
 */
public record Load(
        Extent.Period extent,
        int requestBytes,
        Payload payload,
        double ratePerSecond,
        ArrivalPattern arrivals,
        Pacing pacing,
        Sender sender,
        @Nullable Shape call)
        implements Workload {
    /** Smaller messages have no room for the send time. */
    public static final int MIN_MESSAGE_BYTES = 2 * Long.BYTES;

    /** Lowest allowed rate, in messages per second; {@link #MAX_RATE} is the highest. */
    public static final long MIN_RATE = 1;

    public static final long MAX_RATE = 1_000_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A sender among several, in a round.
     *
     * @param round number of the round, because random times differ between rounds; 0 outside of a run
     * @param number number of the sender, from 0
     * @param of number of senders
     */
    public record Sender(int round, int number, int of) {
        /** The only sender. */
        public static final Sender ONLY = new Sender(0, 0, 1);

        /** One seed for every cell, so that all transports get the same times. */
        private static final long SEED = 20_230_815;

        /** Distance between the seeds of rounds: more than a run has senders. */
        private static final long ROUNDS_APART = 1_000_003;

        public Sender {
            if (of < 1 || number < 0 || number >= of) {
                throw new IllegalArgumentException("no sender %d of %d".formatted(number, of));
            }
        }

        /** The part of a gap before the first message: senders take turns if gaps are even. */
        double phase() {
            return (number + 0.5) / of;
        }

        long seed() {
            return SEED + ROUNDS_APART * round + number;
        }
    }

    /**
     * What a record keeps of a load.
     *
     * @param load what is offered
     * @param shape what distinguishes its calls from plain ones; null if nothing does, or if messages are not answered
     */
    public record Terms(Offer load, Shape.@Nullable Terms shape) implements QuestionTerms.Own {
        /**
         * What is offered.
         *
         * @param perSecond messages per second
         * @param arrivals pattern of the messages' times, as the user writes it
         * @param pacing how the sender waits, as the user writes it
         */
        public record Offer(double perSecond, String arrivals, String pacing) {}

        @Override
        public Workload asked(QuestionTerms all) {
            Load asked = new Load(
                    all.period(),
                    all.requestBytes(),
                    all.payload(),
                    load.perSecond(),
                    arrivals(load.arrivals()),
                    Pacing.labelled(load.pacing())
                            .orElseThrow(() -> new IllegalArgumentException("no pacing " + load.pacing())));
            return all.label().equals(Question.CALLS.label())
                    ? asked.of(Shape.Terms.asked(all.requestBytes(), shape)) // which has the times of a trace
                    : asked;
        }

        private static ArrivalPattern arrivals(String label) {
            return label.startsWith(SizeMix.Trace.PREFIX)
                    ? new ArrivalPattern.Constant()
                    : ArrivalPattern.labelled(label)
                            .orElseThrow(() -> new IllegalArgumentException("no arrivals " + label));
        }
    }

    /** A load of one sender. */
    public Load(
            Extent.Period extent,
            int requestBytes,
            Payload payload,
            double ratePerSecond,
            ArrivalPattern arrivals,
            Pacing pacing) {
        this(extent, requestBytes, payload, ratePerSecond, arrivals, pacing, Sender.ONLY, null);
    }

    public Load {
        if (!(ratePerSecond > 0 && ratePerSecond <= MAX_RATE)) {
            throw new IllegalArgumentException("no rate of %s messages a second".formatted(ratePerSecond));
        }
        if (call != null && call.requestBytes() != requestBytes) {
            throw new IllegalArgumentException("no calls of %d bytes are %s".formatted(requestBytes, call));
        }
    }

    /** Returns a copy with messages of another size, in bytes. */
    public Load ofSize(int otherBytes) {
        return new Load(
                extent,
                otherBytes,
                payload,
                ratePerSecond,
                arrivals,
                pacing,
                sender,
                call == null ? null : call.asking(otherBytes));
    }

    /** Returns a copy whose messages are calls of this shape; those of a trace also have its times. */
    public Load of(Shape other) {
        ArrivalPattern times = other.mix() instanceof SizeMix.Trace trace
                ? new ArrivalPattern.Recorded(trace.label(), trace.dueNanos())
                : arrivals;
        return new Load(extent, other.requestBytes(), payload, ratePerSecond, times, pacing, sender, other);
    }

    /** The senders share the rate and take turns if gaps are even. */
    @Override
    public Load share(int client, int clients) {
        return by(new Sender(sender.round(), client, clients));
    }

    private Load by(Sender other) {
        return new Load(extent, requestBytes, payload, ratePerSecond, arrivals, pacing, other, call);
    }

    /** Returns a copy with another rate, in messages per second. */
    public Load atRate(double otherPerSecond) {
        return new Load(extent, requestBytes, payload, otherPerSecond, arrivals, pacing, sender, call);
    }

    @Override
    public Load inRound(int round) {
        return by(new Sender(round, sender.number(), sender.of()));
    }

    @Override
    public Load over(Extent other) {
        if (!(other instanceof Extent.Period period)) {
            throw new IllegalArgumentException("a load lasts for a time, not for a number of messages");
        }
        return new Load(period, requestBytes, payload, ratePerSecond, arrivals, pacing, sender, call);
    }

    @Override
    public Terms ownTerms() {
        return new Terms(
                new Terms.Offer(ratePerSecond, arrivals.label(), pacing.label()), call == null ? null : call.terms());
    }

    @Override
    public Question question() {
        return call == null ? Question.LOAD : Question.CALLS;
    }

    @Override
    public Optional<Shape> shape() {
        return Optional.ofNullable(call);
    }

    @Override
    public int answerBytes() {
        return call == null ? 0 : call.answerBytes();
    }

    @Override
    public Optional<String> tooSmall() {
        return call == null && requestBytes < MIN_MESSAGE_BYTES
                ? Optional.of("%d bytes have no room for the time that a message carries; give %d bytes or more"
                        .formatted(requestBytes, MIN_MESSAGE_BYTES))
                : Optional.empty();
    }

    /** A schedule without a message has no result, and its client would send a message after its end. */
    @Override
    public Optional<String> tooShort(int clients) {
        int atOnce = arrivals.messagesAtOnce();
        long fewest = (long) clients * atOnce;
        return ratePerSecond * (extent.nanos() / NANOS_PER_SECOND) < fewest
                ? Optional.of("%.0f messages a second have no %s%s in %d ms; give %d ms or more"
                        .formatted(
                                ratePerSecond,
                                atOnce == 1 ? "message" : "burst of %d messages".formatted(atOnce),
                                clients == 1 ? "" : " for each of %d clients".formatted(clients),
                                Duration.ofNanos(extent.nanos()).toMillis(),
                                (long) Math.ceil(1e3 * fewest / ratePerSecond)))
                : Optional.empty();
    }

    /** A call is over when its answer has come. */
    @Override
    public boolean needsEveryMessage() {
        return call != null;
    }

    @Override
    public OptionalDouble offeredPerSecond() {
        return OptionalDouble.of(ratePerSecond);
    }

    @Override
    public boolean senderSpins() {
        return pacing == Pacing.SPIN;
    }

    @Override
    public boolean isRehearsed(int clients) {
        return share(0, clients).isRehearsed();
    }

    /**
     * Whether the warm-up rehearses the schedule. If messages or bursts are rarer, the first gap of the measured
     * part leaves time for code that is new to the JVM.
     */
    boolean isRehearsed() {
        return dueTimes().isRehearsed();
    }

    /** When the messages of this sender are due. */
    public DueTimes dueTimes() {
        return new DueTimes(arrivals, NANOS_PER_SECOND * sender.of() / ratePerSecond, sender.phase(), sender.seed());
    }

    @Override
    public double messageNanos(double unpacedNanos) {
        return dueTimes().gapNanos();
    }

    /** The whole time of the schedule counts, even if its last message is early. */
    @Override
    public long elapsedNanos(long arrivedNanos) {
        return Math.max(arrivedNanos, extent.nanos());
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new LoadClient(sender(channel, recorder, clock), dueTimes(), pacer(channel, clock), recorder, clock);
    }

    private Pacer pacer(Channel channel, NanoClock clock) {
        if (inFlight() > 1) {
            return pacing.pacerBesideReceiver(clock);
        }
        return channel.sendsInBackground() ? pacing.pacerBesideSender(clock) : pacing.pacer(clock);
    }

    private PacedSender sender(Channel channel, Recorder recorder, NanoClock clock) {
        return call == null
                ? new MessageStream(extent, requestBytes, payload).sender(HandOverOnCommit.of(channel), recorder, clock)
                : new PingPong(extent, call, payload).sender(channel, recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return call == null
                ? new MessageStream(extent, requestBytes, payload).serverHalf(channel, maxMessageBytes, recorder, clock)
                : new PingPong(extent, call, payload).serverHalf(channel, maxMessageBytes, recorder, clock);
    }

    /** A channel within one process: the other half handles each message at once, and not only if this half has to wait. */
    private static final class HandOverOnCommit implements Channel {
        private final InProcessChannel channel;

        private HandOverOnCommit(InProcessChannel channel) {
            this.channel = channel;
        }

        /** Wraps the channel; returns the channel itself if its other end has its own thread. */
        static Channel of(Channel channel) {
            return channel instanceof InProcessChannel inProcess ? new HandOverOnCommit(inProcess) : channel;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            return channel.claim(length);
        }

        @Override
        public void commit() throws IOException {
            channel.commit();
            channel.handOver();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return channel.receive(length);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
