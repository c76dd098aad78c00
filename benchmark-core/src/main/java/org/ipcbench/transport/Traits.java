package org.ipcbench.transport;

/**
 * What a transport promises, as far as workloads, launcher and reports have to know.
 *
 * @param waitStrategy what a waiting peer does
 * @param lossy whether a committed message may be lost on the way
 * @param datagram whether message boundaries are kept, and a message of another length than expected is an error
 * @param detectsClose whether {@link Channel#receive} fails once the other side has closed
 * @param inPlace whether {@link Channel#claim} and {@link Channel#receive} hand out the shared memory itself
 * @param ownsStandardStreams whether the server's standard input and output carry the messages; such a server
 *     process serves one channel in its life
 * @param oneProcess whether both ends live on one thread of one process; its channels are {@link LockstepChannel}s
 * @param queuedCopies how many whole messages a library may hold in one peer at once, on the heap or beside it
 * @param sizeLimit the largest message, as the running kernel has it
 * @param buffer what {@link Session#bufferSizeBytes()} sets, in words; empty where it sets nothing
 */
public record Traits(
        WaitStrategy waitStrategy,
        boolean lossy,
        boolean datagram,
        boolean detectsClose,
        boolean inPlace,
        boolean ownsStandardStreams,
        boolean oneProcess,
        int queuedCopies,
        SizeLimit sizeLimit,
        String buffer) {

    /** A reliable byte stream through the kernel that blocks and sees the other side close. */
    public static Traits blockingStream() {
        return new Traits(WaitStrategy.BLOCKING, false, false, true, false, false, false, 0, SizeLimit.NONE, "");
    }

    /** The same, waiting in another way. */
    public Traits withWaitStrategy(WaitStrategy strategy) {
        return new Traits(
                strategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, but a committed message may never arrive. */
    public Traits withLosses() {
        return new Traits(
                waitStrategy,
                true,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, with messages kept apart on the way. */
    public Traits withMessageBoundaries() {
        return new Traits(
                waitStrategy,
                lossy,
                true,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, unable to tell that the other side has closed. */
    public Traits withoutCloseDetection() {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                false,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, handing out the shared memory itself. */
    public Traits withInPlaceAccess() {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                true,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, with the messages going through the server's standard input and output. */
    public Traits withStandardStreams() {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                true,
                oneProcess,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, with both ends on one thread. */
    public Traits withinOneProcess() {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                true,
                queuedCopies,
                sizeLimit,
                buffer);
    }

    /** The same, with a library that holds up to {@code copies} whole messages in a peer. */
    public Traits withQueuedCopies(int copies) {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                copies,
                sizeLimit,
                buffer);
    }

    /** The same, for messages up to a limit. */
    public Traits withSizeLimit(SizeLimit limit) {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                limit,
                buffer);
    }

    /** The same, with a buffer whose size the user may set; {@code words} say which one. */
    public Traits withBuffer(String words) {
        return new Traits(
                waitStrategy,
                lossy,
                datagram,
                detectsClose,
                inPlace,
                ownsStandardStreams,
                oneProcess,
                queuedCopies,
                sizeLimit,
                words);
    }
}
