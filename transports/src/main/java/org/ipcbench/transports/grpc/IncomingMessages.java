package org.ipcbench.transports.grpc;

import io.grpc.Status;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way from the event loop to the measuring thread, in a fixed number of slots. gRPC is asked for no more
 * messages than there are free slots, and keeps the sender waiting for the rest.
 */
final class IncomingMessages {
    /** The size of gRPC's own window. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int MAX_SLOTS = 64;
    private static final int CACHE_LINE_BYTES = 64;
    private static final int MAX_BYTES_AT_ONCE = 64 << 10;

    private final EventLoopSignal signal;
    private final int slots;
    private final int slotBytes;
    private final int[] lengths;
    /** The slots, for the measuring thread. */
    private final ByteBuffer memory;
    /** The slots, for the event loop. */
    private final ByteBuffer filled;

    private final byte[] piece;
    private final BooleanSupplier somethingHappened = this::hasSomethingHappened;
    /** Written by the event loop. */
    private volatile long arrived;

    private volatile @Nullable String end;
    private long taken;
    private long granted;

    /** @param signal given whenever something has arrived */
    IncomingMessages(int messageSizeBytes, EventLoopSignal signal) {
        this.signal = signal;
        slots = Math.max(1, Math.min(MAX_SLOTS, MAX_BYTES / messageSizeBytes));
        slotBytes = (messageSizeBytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
        lengths = new int[slots];
        memory = AlignedMemory.allocate(slots * slotBytes);
        filled = memory.duplicate();
        piece = new byte[Math.min(messageSizeBytes, MAX_BYTES_AT_ONCE)];
    }

    /** Number of messages to request from gRPC; 0 while a request is not worthwhile. Frees the message taken last. */
    int room() {
        int asked = (int) (granted - taken);
        if (asked > slots / 2) {
            return 0;
        }
        granted += slots - asked;
        return slots - asked;
    }

    /** Copies a message to the next slot; called by the event loop. */
    void put(InputStream message) {
        int slot = (int) (arrived % slots);
        filled.clear().position(slot * slotBytes).limit((slot + 1) * slotBytes);
        try {
            for (int count = message.read(piece); count >= 0; count = message.read(piece)) {
                filled.put(piece, 0, count);
            }
        } catch (IOException e) { // gRPC has the whole message in memory
            throw new IllegalStateException("cannot read a message that has arrived", e);
        }
        lengths[slot] = filled.position() - slot * slotBytes;
    }

    /** Makes the message put last available; called by the event loop. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the event loop alone writes it
    void publish() {
        arrived++;
        signal.give();
    }

    /** Notes that no message will follow; called by the event loop. Only the first reason counts. */
    void end(Status status) {
        if (end == null) {
            String words = status.getDescription() == null ? "" : ": " + status.getDescription();
            end = status.isOk() ? "" : " (gRPC's status is " + status.getCode() + words + ")";
        }
        signal.give();
    }

    boolean hasEnded() {
        return end != null;
    }

    /** Waits for the next message, which has to be of this length. */
    ByteBuffer take(int length) throws IOException {
        signal.await(somethingHappened);
        if (arrived == taken) {
            throw closed();
        }
        int slot = (int) (taken % slots);
        taken++;
        if (lengths[slot] != length) {
            throw new WrongLengthException(lengths[slot], length);
        }
        return memory.clear().position(slot * slotBytes).limit(slot * slotBytes + length);
    }

    /** The exception for a caller after the end. */
    EOFException closed() {
        return new EOFException("the other side has closed the connection" + end);
    }

    private boolean hasSomethingHappened() {
        return arrived != taken || end != null;
    }

    /** Lets the measuring thread sleep until the event loop has done something that the thread waits for. */
    static final class EventLoopSignal {
        private volatile @Nullable Thread sleeper;

        /** Wakes the thread that waits, if one does; called after the change that it may wait for. */
        void give() {
            Thread waiting = sleeper;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }

        /** Sleeps until the condition holds; the condition is checked again whenever the signal is given. */
        void await(BooleanSupplier condition) throws InterruptedIOException {
            if (condition.getAsBoolean()) {
                return;
            }
            sleeper = Thread.currentThread();
            try {
                while (!condition.getAsBoolean()) {
                    LockSupport.park(this);
                    if (Thread.currentThread().isInterrupted()) {
                        throw new InterruptedIOException("interrupted while waiting for gRPC");
                    }
                }
            } finally {
                sleeper = null;
            }
        }
    }
}
