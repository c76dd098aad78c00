package org.ipcbench.transport;

/**
 * What a transport promises, as far as workloads, launcher and reports have to know.
 *
 * @param waitStrategy what a waiting peer does
 * @param lossy whether a committed message may be lost on the way
 * @param datagram whether the kernel keeps message boundaries
 * @param detectsClose whether {@link Channel#receive} fails once the other side has closed
 * @param inPlace whether {@link Channel#claim} and {@link Channel#receive} hand out the shared memory itself
 * @param ownsStandardStreams whether the server's standard input and output carry the messages; such a server
 *     process serves one channel in its life
 * @param queuedCopies how many whole messages a library may hold in one peer at once, on the heap or beside it
 * @param sizeLimit the largest message, as the running kernel has it
 */
public record Traits(
        WaitStrategy waitStrategy,
        boolean lossy,
        boolean datagram,
        boolean detectsClose,
        boolean inPlace,
        boolean ownsStandardStreams,
        int queuedCopies,
        SizeLimit sizeLimit) {

    /** A reliable byte stream through the kernel that blocks and sees the other side close. */
    public static Traits blockingStream() {
        return new Traits(WaitStrategy.BLOCKING, false, false, true, false, false, 0, SizeLimit.NONE);
    }

    /** The same, with the messages going through the server's standard input and output. */
    public Traits withStandardStreams() {
        return new Traits(waitStrategy, lossy, datagram, detectsClose, inPlace, true, queuedCopies, sizeLimit);
    }

    /** The same, with a library that holds up to {@code copies} whole messages in a peer. */
    public Traits withQueuedCopies(int copies) {
        return new Traits(waitStrategy, lossy, datagram, detectsClose, inPlace, ownsStandardStreams, copies, sizeLimit);
    }

    /** The same, unable to tell that the other side has closed. */
    public Traits withoutCloseDetection() {
        return new Traits(waitStrategy, lossy, datagram, false, inPlace, ownsStandardStreams, queuedCopies, sizeLimit);
    }
}
