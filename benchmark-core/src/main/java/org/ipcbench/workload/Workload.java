package org.ipcbench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.exchange.BlockClient;
import org.ipcbench.workload.exchange.BlockServer;
import org.ipcbench.workload.exchange.ClientHalf;
import org.ipcbench.workload.exchange.FilePieces;
import org.ipcbench.workload.exchange.Half;
import org.ipcbench.workload.exchange.HandOverOnCommit;
import org.ipcbench.workload.exchange.LoadClient;
import org.ipcbench.workload.exchange.MessageSizes;
import org.ipcbench.workload.exchange.MixedClient;
import org.ipcbench.workload.exchange.MixedServer;
import org.ipcbench.workload.exchange.PacedSender;
import org.ipcbench.workload.exchange.Pieces;
import org.ipcbench.workload.exchange.PingPongClient;
import org.ipcbench.workload.exchange.PingPongServer;
import org.ipcbench.workload.exchange.ServerHalf;
import org.ipcbench.workload.exchange.StreamClient;
import org.ipcbench.workload.exchange.StreamServer;
import org.ipcbench.workload.exchange.TransferClient;
import org.ipcbench.workload.exchange.TransferServer;
import org.ipcbench.workload.exchange.WindowClient;
import org.ipcbench.workload.lossy.LossyPingPongClient;
import org.ipcbench.workload.lossy.LossyPingPongServer;
import org.ipcbench.workload.lossy.LossyStreamClient;
import org.ipcbench.workload.lossy.LossyStreamServer;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.DueTimes;
import org.ipcbench.workload.schedule.Pacing;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.jspecify.annotations.Nullable;

/** A question asked of a transport. */
public sealed interface Workload {

    /** The question's name in commands and files. */
    default String label() {
        return question().label();
    }

    Extent extent();

    /** Returns a copy with another extent; a file stays whole. */
    Workload over(Extent extent);

    Question question();

    /** How much of the payload is written and read. */
    Payload payload();

    /** Size of the unit that the client sends at a time, in bytes; results call it a message or a block. */
    int requestBytes();

    /** The same question without what is not the harness's or the transport's: the server does no work. */
    default Workload bare() {
        return this;
    }

    /** How a call looks; empty if the question has no calls whose looks can be chosen. */
    default Optional<Shape> shape() {
        return Optional.empty();
    }

    /** Number of requests, or of messages of each peer, that are under way on a connection at once. */
    default int inFlight() {
        return shape().map(Shape::inFlight).orElse(1);
    }

    /** Size of the server's answer to each request, in bytes; 0 if requests are not answered one by one. */
    default int answerBytes() {
        return question().inTurns() ? requestBytes() : 0;
    }

    /**
     * Size of the largest transmitted message, for which a session needs room, in bytes.
     *
     * @param limitBytes the largest message that the transport carries, in bytes; only workloads that can send pieces
     *     keep to it
     */
    default int maxMessageBytes(int limitBytes) {
        return shape().map(Shape::largestBytes).orElse(Math.max(requestBytes(), answerBytes()));
    }

    /** Payload of a number of requests, in bytes; answers do not count. */
    default long carriedBytes(long requests) {
        return requests * requestBytes();
    }

    /** Whether each message and its answer use a new connection. */
    default boolean reconnects() {
        return false;
    }

    /** Whether a lost message makes a measurement impossible. */
    default boolean needsEveryMessage() {
        return false;
    }

    /**
     * The expected time of a message, in nanoseconds; for a schedule, the mean gap.
     *
     * @param unpacedNanos time of a message that is sent as fast as possible, in nanoseconds
     */
    default double messageNanos(double unpacedNanos) {
        return unpacedNanos;
    }

    /**
     * The time that counts for a measured part, in nanoseconds.
     *
     * @param arrivedNanos time until the last message had arrived, in nanoseconds
     */
    default long elapsedNanos(long arrivedNanos) {
        return arrivedNanos;
    }

    /**
     * Returns the share of one of several clients.
     *
     * @param client number of the client, from 0
     * @param clients number of clients; at most one for each message
     */
    default Workload share(int client, int clients) {
        return over(extent().share(client, clients));
    }

    /**
     * The load that is offered whether or not the transport can carry it; empty if messages are sent as fast as
     * possible.
     */
    default Optional<Offer> offer() {
        return Optional.empty();
    }

    /** Whether the sender keeps a CPU busy between its messages. */
    default boolean senderSpins() {
        return offer().filter(offer -> offer.pacing() == Pacing.SPIN).isPresent();
    }

    /**
     * Whether each sender's warm-up also rehearses the measured part's times if they are divided among this number of
     * clients.
     */
    default boolean isRehearsed(int clients) {
        return false;
    }

    /** Size of the transferred file that the receiver stores, in bytes; 0 if it stores none. */
    default long storedBytes() {
        return 0;
    }

    /** Returns a copy with the files of this machine; throws if a needed file is not given. */
    default Workload withFiles(@Nullable Path file, @Nullable Path target) {
        return this;
    }

    /** Returns the workload for an iteration of this round. */
    default Workload inRound(int round) {
        return this;
    }

    /**
     * Creates the client's half for a channel of this kind; throws if a file that it needs is missing.
     *
     * @param maxMessageBytes the largest message that the channel has room for, in bytes
     * @throws UnsupportedOperationException if the half for this kind of channel exchanges messages of other sizes than the question
     *     asks for
     */
    default ClientHalf client(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return requireSizes(clientHalf(channel, maxMessageBytes, recorder, clock));
    }

    /** Creates the server's half, in the same way as {@link #client}. */
    default ServerHalf server(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return requireSizes(serverHalf(channel, maxMessageBytes, recorder, clock));
    }

    private <H extends Half> H requireSizes(H half) throws IOException {
        try (CloseOnFailure refused = new CloseOnFailure()) {
            refused.add(half);
            new MessageSizes(requestBytes(), answerBytes()).requireOf(half);
            refused.release();
            return half;
        }
    }

    /** Chooses the client's half by the kind of the channel; {@link #client} checks it. */
    ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) throws IOException;

    /** Chooses the server's half by the kind of the channel; {@link #server} checks it. */
    ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) throws IOException;

    /**
     * Messages at given times.
     *
     * @param perSecond mean number of messages per second of all senders together
     * @param arrivals how the times are spread
     * @param pacing how a sender waits for the next one
     */
    record Offer(double perSecond, ArrivalPattern arrivals, Pacing pacing) {}

    /** Calls: requests, one or more of them under way at a time, and the answer to each. */
    record PingPong(Extent extent, Shape call, Payload payload) implements Workload {
        /** Answers of the requests' size. */
        public PingPong(Extent extent, int requestBytes, Payload payload) {
            this(extent, Shape.of(requestBytes), payload);
        }

        /** Answers of the requests' size, with a payload that is touched. */
        public PingPong(Extent extent, int requestBytes) {
            this(extent, requestBytes, Payload.TOUCHED);
        }

        @Override
        public Workload over(Extent other) {
            return new PingPong(other, call, payload);
        }

        @Override
        public Workload bare() {
            return new PingPong(extent, call.bare(), payload);
        }

        @Override
        public Question question() {
            return Question.LATENCY;
        }

        @Override
        public Optional<Shape> shape() {
            return Optional.of(call);
        }

        @Override
        public int requestBytes() {
            return call.requestBytes();
        }

        @Override
        public int answerBytes() {
            return call.answerBytes();
        }

        /** Several requests in flight are answered in their order, and a server counts to know the next size of a mix. */
        @Override
        public boolean needsEveryMessage() {
            return call.inFlight() > 1 || call.mix() != null;
        }

        @Override
        public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyPingPongClient(lossy, requestBytes(), answerBytes(), payload, recorder, clock);
            }
            if (call.inFlight() > 1) {
                return new WindowClient(channel, call, payload, recorder, clock);
            }
            return oneAtATime(channel, recorder, clock);
        }

        private PacedSender oneAtATime(Channel channel, Recorder recorder, NanoClock clock) {
            if (channel instanceof RequestChannel requests) {
                requests.sendRequests();
            }
            SizeMix mix = call.mix();
            if (mix != null) {
                return new MixedClient(channel, mix, call.ownAnswerBytes(), payload, recorder, clock);
            }
            return new PingPongClient(channel, requestBytes(), answerBytes(), payload, recorder, clock);
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyPingPongServer(
                        lossy,
                        requestBytes(),
                        answerBytes(),
                        payload,
                        call.work().worker(clock),
                        recorder);
            }
            SizeMix mix = call.mix();
            return mix == null
                    ? new PingPongServer(
                            channel,
                            requestBytes(),
                            answerBytes(),
                            payload,
                            call.work().worker(clock),
                            recorder)
                    : new MixedServer(
                            channel,
                            mix,
                            call.ownAnswerBytes(),
                            payload,
                            call.work().worker(clock),
                            recorder);
        }
    }

    /**
     * One message and its answer per connection, one connection after the other. The halves are the same as for round
     * trips; their channel opens a new connection for each round trip.
     */
    record Connect(Extent extent, int requestBytes, Payload payload) implements Workload {
        @Override
        public Workload over(Extent other) {
            return new Connect(other, requestBytes, payload);
        }

        @Override
        public Question question() {
            return Question.CONNECT;
        }

        @Override
        public boolean reconnects() {
            return true;
        }

        @Override
        public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            return roundTrips().clientHalf(channel, maxMessageBytes, recorder, clock);
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            return roundTrips().serverHalf(channel, maxMessageBytes, recorder, clock);
        }

        private PingPong roundTrips() {
            return new PingPong(extent, requestBytes, payload);
        }
    }

    /**
     * One block at a time, as one message or in pieces, with an acknowledgement of one byte.
     *
     * @param extent number of blocks, or the time
     * @param blockBytes size of a block, in bytes
     */
    record Block(Extent extent, int blockBytes, Payload payload) implements Workload {
        public Block {
            if (blockBytes < 1) {
                throw new IllegalArgumentException("blockBytes must be at least 1, was " + blockBytes);
            }
        }

        @Override
        public Workload over(Extent other) {
            return new Block(other, blockBytes, payload);
        }

        @Override
        public Question question() {
            return Question.BLOCK;
        }

        @Override
        public int requestBytes() {
            return blockBytes;
        }

        @Override
        public int answerBytes() {
            return Acknowledgement.BYTES;
        }

        @Override
        public int maxMessageBytes(int limitBytes) {
            return Math.min(blockBytes, limitBytes);
        }

        @Override
        public boolean needsEveryMessage() {
            return true;
        }

        @Override
        public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            return new BlockClient(channel, new Pieces(blockBytes, maxMessageBytes, payload), recorder, clock);
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            return new BlockServer(channel, new Pieces(blockBytes, maxMessageBytes, payload), recorder);
        }
    }

    /**
     * One transfer of a file. Every message consists of a header and a piece of the file; the last message is
     * acknowledged when the whole file has been written. The kernel may write it to the disk later.
     *
     * @param file the file to send
     * @param fileBytes the file's size, which may not change during the transfer, in bytes
     * @param requestBytes size of a message, in bytes
     * @param target the file to write; null drops the content once its checksum is taken
     */
    record Transfer(
            Path file,
            long fileBytes,
            int requestBytes,
            @Nullable Path target) implements Workload {
        public static final int MIN_MESSAGE_BYTES = FilePieces.MIN_MESSAGE_BYTES;

        @Override
        public Extent extent() {
            return new Extent.Count(pieces().count());
        }

        @Override
        public Workload over(Extent other) {
            return this;
        }

        @Override
        public Question question() {
            return Question.TRANSFER;
        }

        /** The whole file is read, and the checksum of the whole received content is compared. */
        @Override
        public Payload payload() {
            return Payload.FULL;
        }

        @Override
        public long carriedBytes(long requests) {
            return fileBytes;
        }

        @Override
        public boolean needsEveryMessage() {
            return true;
        }

        @Override
        public long storedBytes() {
            return target == null ? 0 : fileBytes;
        }

        @Override
        public Transfer withFiles(@Nullable Path otherFile, @Nullable Path otherTarget) {
            if (otherFile == null) {
                throw new IllegalArgumentException("a transfer lacks its file");
            }
            return new Transfer(otherFile, fileBytes, requestBytes, otherTarget);
        }

        /** Returns a copy that writes to an existing file. */
        public Transfer into(Path written) {
            return new Transfer(file, fileBytes, requestBytes, written);
        }

        @Override
        public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
                throws IOException {
            return new TransferClient(channel, file, pieces(), recorder);
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
                throws IOException {
            return new TransferServer(channel, target, pieces(), recorder);
        }

        private FilePieces pieces() {
            return new FilePieces(fileBytes, requestBytes);
        }
    }

    /**
     * Messages as fast as possible: in one direction, of which the last one is acknowledged, or both ways. Both ways, each peer sends
     * and receives in turns, and a message each way counts once.
     *
     * @param bothWays number of messages of each peer that are under way at once; {@link #ONE_WAY} if only the client sends
     */
    record Stream(Extent extent, int requestBytes, Payload payload, int bothWays) implements Workload {
        public static final int ONE_WAY = 0;

        /** Enough that no peer waits for the other one's wake-up, as in the windows of other benchmarks. */
        public static final int MOST_UNDER_WAY = 64;

        public Stream {
            if (bothWays < ONE_WAY || bothWays > MOST_UNDER_WAY) {
                throw new IllegalArgumentException(
                        "bothWays must be between %d and %d, was %d".formatted(ONE_WAY, MOST_UNDER_WAY, bothWays));
            }
        }

        /** In one direction. */
        public Stream(Extent extent, int requestBytes, Payload payload) {
            this(extent, requestBytes, payload, ONE_WAY);
        }

        /** In one direction, with a payload that is touched. */
        public Stream(Extent extent, int requestBytes) {
            this(extent, requestBytes, Payload.TOUCHED);
        }

        @Override
        public Workload over(Extent other) {
            return new Stream(other, requestBytes, payload, bothWays);
        }

        /** One thread that takes both sides in turns has one message each way. */
        @Override
        public Stream bare() {
            return underWay(Math.min(1, bothWays));
        }

        /** Returns a copy with this number of messages of each peer under way. */
        public Stream underWay(int number) {
            return new Stream(extent, requestBytes, payload, number);
        }

        @Override
        public Question question() {
            return Question.THROUGHPUT;
        }

        /** Whether both peers send. */
        public boolean isBothWays() {
            return bothWays != ONE_WAY;
        }

        @Override
        public int inFlight() {
            return Math.max(1, bothWays);
        }

        @Override
        public int answerBytes() {
            return isBothWays() ? requestBytes : 0;
        }

        @Override
        public boolean needsEveryMessage() {
            return isBothWays();
        }

        /** Payload of both ways, in bytes. */
        @Override
        public long carriedBytes(long requests) {
            return requests * (requestBytes + answerBytes());
        }

        @Override
        public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            if (isBothWays()) {
                return WindowClient.untimed(channel, call(), payload, recorder, clock);
            }
            if (channel instanceof LossyChannel lossy) {
                return new LossyStreamClient(lossy, requestBytes, payload, recorder, clock);
            }
            return new StreamClient(channel, requestBytes, payload, recorder, clock);
        }

        private Shape call() {
            return Shape.of(requestBytes).inFlight(inFlight());
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            if (isBothWays()) {
                return new PingPong(extent, call(), payload).serverHalf(channel, maxMessageBytes, recorder, clock);
            }
            if (channel instanceof LossyChannel lossy) {
                return new LossyStreamServer(lossy, requestBytes, payload, recorder, clock);
            }
            return new StreamServer(channel, requestBytes, payload, recorder, clock);
        }
    }

    /**
     * Messages in one direction at the times of a schedule, which does not wait for earlier messages; the last one is
     * acknowledged. A latency begins at the scheduled time, not when the sender actually began. With a shape, messages are calls, one at a
     * time on each connection: a call that is due while the one before is under way waits, and that belongs to its latency.
     *
     * @param extent the time of the schedule
     * @param requestBytes size of a message, in bytes
     * @param ratePerSecond mean number of messages per second of all senders together
     * @param arrivals how the times are spread
     * @param pacing how a sender waits for the next one
     * @param sender the sender that the times belong to
     * @param call how each call looks; null if messages are not answered one by one
     */
    record Load(
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
            if (call != null && (call.requestBytes() != requestBytes || call.inFlight() != 1)) {
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

        /** A call is over when its answer has come. */
        @Override
        public boolean needsEveryMessage() {
            return call != null;
        }

        @Override
        public Optional<Offer> offer() {
            return Optional.of(new Offer(ratePerSecond, arrivals, pacing));
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
            return new DueTimes(
                    arrivals, NANOS_PER_SECOND * sender.of() / ratePerSecond, sender.phase(), sender.seed());
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
            return new LoadClient(sender(channel, recorder, clock), dueTimes(), pacing.pacer(clock), recorder, clock);
        }

        private PacedSender sender(Channel channel, Recorder recorder, NanoClock clock) {
            if (call != null) {
                return new PingPong(extent, call, payload).oneAtATime(channel, recorder, clock);
            }
            return channel instanceof LossyChannel lossy
                    ? new LossyStreamClient(lossy, requestBytes, payload, recorder, clock)
                    : new StreamClient(HandOverOnCommit.of(channel), requestBytes, payload, recorder, clock);
        }

        @Override
        public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
            return call == null
                    ? new Stream(extent, requestBytes, payload).serverHalf(channel, maxMessageBytes, recorder, clock)
                    : new PingPong(extent, call, payload).serverHalf(channel, maxMessageBytes, recorder, clock);
        }
    }
}
