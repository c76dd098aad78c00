package org.ipcbench.transport;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The properties of a transport that workloads, the launcher and reports have to know.
 *
 * @param waitStrategy what a waiting peer does
 * @param set the traits that hold; all others do not
 * @param queuedCopies number of whole messages that a library may hold in one peer at once, on the heap or off it
 * @param sizeLimit the largest message on the running kernel
 * @param buffer what {@link Session#bufferSizeBytes()} sets, in words; empty if it sets nothing
 */
public record Traits(WaitStrategy waitStrategy, Set<Trait> set, int queuedCopies, SizeLimit sizeLimit, String buffer) {
    public Traits {
        set = Set.copyOf(set);
        if (queuedCopies < 0) {
            throw new IllegalArgumentException("queuedCopies must not be negative, was " + queuedCopies);
        }
    }

    /** Exactly these traits, without a size limit and without a buffer to set. */
    public static Traits of(WaitStrategy waitStrategy, Trait... traits) {
        return new Traits(waitStrategy, Set.of(traits), 0, SizeLimit.NONE, "");
    }

    /** A reliable byte stream through the kernel that blocks and sees the other side close. */
    public static Traits blockingStream() {
        return of(WaitStrategy.BLOCKING, Trait.DETECTS_CLOSE);
    }

    public Traits withQueuedCopies(int copies) {
        return new Traits(waitStrategy, set, copies, sizeLimit, buffer);
    }

    public Traits withSizeLimit(SizeLimit limit) {
        return new Traits(waitStrategy, set, queuedCopies, limit, buffer);
    }

    /** Returns a copy with a buffer whose size the user may set; {@code words} describe the buffer. */
    public Traits withBuffer(String words) {
        return new Traits(waitStrategy, set, queuedCopies, sizeLimit, words);
    }

    /** Returns a copy with these traits added. */
    public Traits with(Trait... further) {
        Set<Trait> all = new HashSet<>(set);
        all.addAll(List.of(further));
        return new Traits(waitStrategy, all, queuedCopies, sizeLimit, buffer);
    }

    /** Returns a copy without this trait. */
    public Traits without(Trait trait) {
        Set<Trait> rest = new HashSet<>(set);
        rest.remove(trait);
        return new Traits(waitStrategy, rest, queuedCopies, sizeLimit, buffer);
    }

    public boolean has(Trait trait) {
        return set.contains(trait);
    }

    public boolean lossy() {
        return has(Trait.LOSSY);
    }

    /** Whether the two processes share memory. */
    public boolean sharesMemory() {
        return has(Trait.SHARED_MEMORY) || has(Trait.IN_PLACE);
    }

    public boolean ownsStandardStreams() {
        return has(Trait.OWNS_STANDARD_STREAMS);
    }

    public boolean inProcess() {
        return has(Trait.IN_PROCESS);
    }

    /** Whether it connects nothing but halves within one process. */
    public boolean withinOneProcess() {
        return inProcess() || has(Trait.BETWEEN_THREADS);
    }

    public boolean startsServer() {
        return has(Trait.STARTS_SERVER);
    }

    /** Whether the server is the user's, and is asked what it is asked by everybody. */
    public boolean hasForeignServer() {
        return has(Trait.FOREIGN_SERVER);
    }

    /** Whether the server is a peer of its own, which the launcher starts. */
    public boolean hasServerPeer() {
        return !inProcess() && !startsServer() && !hasForeignServer();
    }
}
