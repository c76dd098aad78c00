package org.ipcbench.workload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.jspecify.annotations.Nullable;

/** A question asked of a transport. */
public interface Workload {

    /** The question's name in commands and files. */
    default String label() {
        return question().label();
    }

    Extent extent();

    /** Returns a copy with another extent; a file stays whole. */
    Workload over(Extent extent);

    Question question();

    /** What a record keeps of it besides the terms of every question. */
    QuestionTerms.Own ownTerms();

    /** How much of the payload is written and read. */
    Payload payload();

    /** Whether the payload is the question's default. */
    default boolean hasUsualPayload() {
        return payload() == Payload.TOUCHED;
    }

    /** Size of the unit that the client sends at a time, in bytes; results call it a message or a block. */
    int requestBytes();

    /** The question without server work, as one thread that plays both halves can ask it. */
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

    /** Whether both peers send messages of their own at once. */
    default boolean isBothWays() {
        return false;
    }

    /** Returns a copy with this number of messages of each peer under way if both send; other questions as they are. */
    default Workload underWay(int number) {
        return this;
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

    /** Why messages of this size have no room for what they carry; empty if they have. */
    default Optional<String> tooSmall() {
        return Optional.empty();
    }

    /** Why not each of this number of clients would send a message in the measured part; empty if each does. */
    default Optional<String> tooShort(int clients) {
        return Optional.empty();
    }

    /** The peer that ends in the measured part; empty if both live on. */
    default Optional<Role> dying() {
        return Optional.empty();
    }

    /** Whether each message and its answer use a new connection. */
    default boolean reconnects() {
        return false;
    }

    /** Number of the transport's channels that a connection consists of. */
    default int channels() {
        return 1;
    }

    /**
     * The least that its sessions take of what the machine limits.
     *
     * @param messageBytes size of the largest message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     * @param connections number of connections, the idle ones included
     * @throws IOException if no session can have such a buffer
     */
    default Needs needs(Transport transport, int messageBytes, int bufferBytes, int connections) throws IOException {
        return transport.needs(messageBytes, bufferBytes, connections);
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
     * The rate that is offered whether or not the transport can carry it, in messages per second of all senders together; empty if
     * messages are sent as fast as possible.
     */
    default OptionalDouble offeredPerSecond() {
        return OptionalDouble.empty();
    }

    /** The rate at which messages are sent, in messages per second of all senders together; empty if as fast as possible. */
    default OptionalDouble sentPerSecond() {
        return offeredPerSecond();
    }

    /** Whether the sender keeps a CPU busy between its messages. */
    default boolean senderSpins() {
        return false;
    }

    /**
     * Whether each sender's warm-up also rehearses the measured part's times if they are divided among this number of
     * clients.
     */
    default boolean isRehearsed(int clients) {
        return false;
    }

    /** The file that is transferred; empty if the question needs none. */
    default Optional<TransferredFile> transferred() {
        return Optional.empty();
    }

    /** Size of the transferred file that the receiver stores, in bytes; 0 if it stores none. */
    default long storedBytes() {
        return transferred()
                .filter(file -> file.target() != null)
                .map(TransferredFile::bytes)
                .orElse(0L);
    }

    /** Returns a copy with the files of this machine; throws if a needed file is not given. */
    default Workload withFiles(@Nullable Path file, @Nullable Path target) {
        return this;
    }

    /** Returns the workload for an iteration of this round. */
    default Workload inRound(int round) {
        return this;
    }

    /** Listens for the client of a connection. */
    default Listener listen(Transport transport, Session session) throws IOException {
        return transport.listen(session);
    }

    /** Opens the client's end of a connection. */
    default Channel connect(Transport transport, Session session, String address) throws IOException {
        return transport.connect(session, address);
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

    /** One side of a workload, on its channel. */
    public interface Half extends Closeable {

        /** Sizes of the messages that this half exchanges: what it does, and not what the question asks for. */
        MessageSizes sizes();

        /** Releases what the half owns besides its channel. */
        @Override
        default void close() throws IOException {
            // most have nothing else
        }
    }
}
