package org.ipcbench.workload.publish;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;

/**
 * The server publishes at the times of a schedule, and each of several subscribers, which are threads of the client, gets every message as far
 * as the transport and its policy allow. One more subscriber joins in the middle.
 *
 * @param extent for how long the publisher sends
 * @param requestBytes size of a message, in bytes
 * @param ratePerSecond messages a second to each subscriber
 * @param subscribers number of subscribers, without the late one
 * @param slow those that take their time
 * @param whenFull what becomes of a message for a subscriber that takes too long
 */
public record Publish(
        Extent.Period extent,
        int requestBytes,
        Payload payload,
        double ratePerSecond,
        int subscribers,
        Slow slow,
        WhenFull whenFull)
        implements Workload {
    /** How messages get to subscribers without a fan-out. */
    public static final String IN_TURN = "in turn";

    public static final int MAX_SUBSCRIBERS = 64;
    public static final long MIN_RATE = 1;
    public static final long MAX_RATE = 1_000_000;

    /** Half of the direct memory that a peer has besides its channels' buffers; the other half is for messages on the way. */
    private static final long MAX_QUEUED_BYTES = 32 << 20;

    /** A publisher still sleeps between messages. */
    private static final double MAX_REHEARSED_GAP_NANOS = 1.5 * PublisherHalf.WAKE_UP_NANOS;

    private static final int MIN_MESSAGE_BYTES = 16;
    private static final int MIN_MESSAGES = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Subscribers that take their time.
     *
     * @param number their number
     * @param nanos time that each takes for a message, asleep, in nanoseconds; 0 if there are none
     */
    public record Slow(int number, long nanos) {
        public static final Slow NONE = new Slow(0, 0);

        /** Half of the usual rate. */
        public static final Duration USUAL = Duration.ofMillis(1);

        public static final Duration MAX = Duration.ofSeconds(1);

        public Slow {
            if (number < 0 || nanos < 0 || (number == 0) != (nanos == 0)) {
                throw new IllegalArgumentException("%d subscribers of %d ns".formatted(number, nanos));
            }
        }
    }

    /** What a record keeps of it. */
    public record Terms(Fan publish) implements QuestionTerms.Own {
        /**
         * The publisher and its subscribers.
         *
         * @param slowNanos time that each slow subscriber takes for a message, in nanoseconds
         * @param depth number of messages that wait for a subscriber
         */
        public record Fan(
                Double messagesPerSecond,
                Integer subscribers,
                Integer slow,
                Long slowNanos,
                WhenFull.Policy whenFull,
                Integer depth) {}

        @Override
        public Workload asked(QuestionTerms all) {
            return new Publish(
                    all.period(),
                    all.requestBytes(),
                    all.payload(),
                    publish.messagesPerSecond,
                    publish.subscribers,
                    new Slow(publish.slow, publish.slowNanos),
                    new WhenFull(publish.whenFull, publish.depth));
        }
    }

    public Publish {
        if (!(ratePerSecond >= MIN_RATE && ratePerSecond <= MAX_RATE)) {
            throw new IllegalArgumentException("a publisher sends from %d to %d messages a second, not %s"
                    .formatted(MIN_RATE, MAX_RATE, ratePerSecond));
        }
        if (subscribers < 1 || subscribers > MAX_SUBSCRIBERS || slow.number > subscribers) {
            throw new IllegalArgumentException("%d of %d subscribers cannot be slow; at most %d can be there"
                    .formatted(slow.number, subscribers, MAX_SUBSCRIBERS));
        }
    }

    /** Whether subscribers of one number can be slow in this way. */
    public static boolean haveSlow(int subscribers, Slow slow) {
        return slow.number <= subscribers;
    }

    @Override
    public Workload over(Extent other) {
        return other instanceof Extent.Period period
                ? new Publish(period, requestBytes, payload, ratePerSecond, subscribers, slow, whenFull)
                : this;
    }

    @Override
    public Terms ownTerms() {
        return new Terms(new Terms.Fan(
                ratePerSecond, subscribers, slow.number, slow.nanos, whenFull.policy(), whenFull.depth()));
    }

    @Override
    public Question question() {
        return Question.PUBLISH;
    }

    /** Nobody answers. */
    @Override
    public int answerBytes() {
        return 0;
    }

    /** Besides messages, both sides agree about batches. */
    @Override
    public int maxMessageBytes(int limitBytes) {
        return Math.max(requestBytes, Agreement.BYTES);
    }

    @Override
    public Optional<String> tooSmall() {
        return requestBytes < MIN_MESSAGE_BYTES
                ? Optional.of("%d bytes have no room for the time that a message carries; give %d bytes or more"
                        .formatted(requestBytes, MIN_MESSAGE_BYTES))
                : Optional.empty();
    }

    @Override
    public Optional<String> tooShort(int clients) {
        return ratePerSecond * (extent.nanos() / NANOS_PER_SECOND) < MIN_MESSAGES
                ? Optional.of("%s messages a second are less than %d in %d ms"
                        .formatted(
                                ratePerSecond,
                                MIN_MESSAGES,
                                Duration.ofNanos(extent.nanos()).toMillis()))
                : Optional.empty();
    }

    /** Nobody asks whether the rate was reached: a publisher may wait for its subscribers. */
    @Override
    public OptionalDouble sentPerSecond() {
        return OptionalDouble.of(ratePerSecond);
    }

    @Override
    public double messageNanos(double unpacedNanos) {
        return gapNanos();
    }

    /** Time from one message to the next, in nanoseconds. */
    double gapNanos() {
        return NANOS_PER_SECOND / ratePerSecond;
    }

    /** The same in the warm-up, which has less time to make as many calls as the compiler waits for. */
    double rehearsedGapNanos() {
        return Math.min(gapNanos(), MAX_REHEARSED_GAP_NANOS);
    }

    /** Why this number of messages cannot wait in the publisher; empty if there is room for them. */
    public Optional<String> tooMuchQueued() {
        long each = (long) requestBytes * (subscribers + 1);
        return whenFull.drops() && each * whenFull.depth() > MAX_QUEUED_BYTES
                ? Optional.of("queues of %d messages take %d MiB of the publisher; %s"
                        .formatted(
                                whenFull.depth(),
                                (each * whenFull.depth()) >> 20,
                                each > MAX_QUEUED_BYTES
                                        ? "give --when-full block"
                                        : "give %s:%d"
                                                .formatted(whenFull.policy().label(), MAX_QUEUED_BYTES / each)))
                : Optional.empty();
    }

    /** One for each subscriber and for the late one, and one over which both sides agree. */
    @Override
    public int channels() {
        return subscribers + 2;
    }

    /** A fan-out has something for all subscribers; otherwise each takes what a connection takes. */
    @Override
    public Needs needs(Transport transport, int messageBytes, int bufferBytes, int connections) throws IOException {
        int all = subscribers + 1;
        Optional<FanOut> own = transport.fanOut();
        return own.isEmpty()
                ? transport.needs(messageBytes, bufferBytes, connections + all)
                : transport
                        .needs(messageBytes, bufferBytes, connections)
                        .plus(own.get().needs(messageBytes, bufferBytes, all));
    }

    @Override
    public Listener listen(Transport transport, Session session) throws IOException {
        return PublisherEnd.listen(this, transport, session);
    }

    @Override
    public Channel connect(Transport transport, Session session, String address) throws IOException {
        return SubscriberEnd.connect(this, transport, session, address);
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new SubscriberHalf(this, SubscriberEnd.of(channel), recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new PublisherHalf(this, PublisherEnd.of(channel), recorder, clock);
    }

    /** The session of all channels; its first connection is the one over which both sides agree. */
    Session session(Session main) {
        return main.withConnections(channels());
    }

    /** The session of the channel to a subscriber. */
    Session session(Session main, int subscriber) {
        return session(main).connection(subscriber + 1);
    }
}
