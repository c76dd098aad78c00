package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * One direction in the segment: a header with a mutex, two conditions and the data that the mutex guards, then slots of one
 * message each. A slot itself needs no mutex: it belongs to the writer until it is counted as sent, then to the reader
 * until it is counted as taken.
 */
final class GuardedRing {
    private static final int STATE_AT = 3 * SharedMutex.BYTES;
    private static final int SENT_AT = STATE_AT;
    private static final int TAKEN_AT = STATE_AT + 8;
    private static final int CLOSED_AT = STATE_AT + 16;
    private static final int READER_WAITS_AT = STATE_AT + 20;
    private static final int WRITER_WAITS_AT = STATE_AT + 24;

    /** How long to wait before checking whether the other side still exists. */
    private static final long LOOK_MILLIS = 1000;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final Segment segment;
    private final RingGeometry geometry;
    private final MappedByteBuffer memory;
    private final MappedByteBuffer slotMemory;
    private final SharedMutex mutex;
    private final SharedCondition notEmpty;
    private final SharedCondition notFull;

    GuardedRing(Segment segment, long offset, RingGeometry geometry) {
        this.segment = segment;
        this.geometry = geometry;
        long address = segment.address() + offset;
        memory = CLibrary.memoryAt(address, geometry.ringBytes());
        slotMemory = CLibrary.memoryAt(
                address + RingGeometry.HEADER_BYTES, geometry.ringBytes() - RingGeometry.HEADER_BYTES);
        mutex = new SharedMutex(address);
        notEmpty = new SharedCondition(address + SharedMutex.BYTES);
        notFull = new SharedCondition(address + 2 * SharedMutex.BYTES);
    }

    /** Makes the mutex and the conditions, in memory of zeros. */
    void initialise() throws FailedCallException {
        mutex.initialise();
        notEmpty.initialise();
        notFull.initialise();
    }

    RingGeometry geometry() {
        return geometry;
    }

    int slots() {
        return geometry.slots();
    }

    /** The slot of a message; the same buffer each time. */
    ByteBuffer slot(long number, int length) {
        int start = ((int) number & (geometry.slots() - 1)) * geometry.strideBytes();
        return slotMemory.limit(start + length).position(start);
    }

    void lock() throws IOException {
        mutex.lock();
    }

    void unlock() throws FailedCallException {
        mutex.unlock();
    }

    /** Number of messages written; the caller holds the mutex. */
    long sent() {
        return memory.getLong(SENT_AT);
    }

    /** Number of messages written, perhaps of a moment ago; the caller need not hold the mutex. */
    long peekSent() {
        return (long) LONGS.getAcquire(memory, SENT_AT);
    }

    /** Whether one side has closed, perhaps of a moment ago; the caller need not hold the mutex. */
    boolean peekClosed() {
        return (int) INTS.getAcquire(memory, CLOSED_AT) != 0;
    }

    /** Number of slots returned; the caller holds the mutex. */
    long taken() {
        return memory.getLong(TAKEN_AT);
    }

    /** Whether one side has closed; the caller holds the mutex. */
    boolean isClosed() {
        return memory.getInt(CLOSED_AT) != 0;
    }

    /**
     * Sets the number of messages written; the caller holds the mutex. Returns whether the caller has to wake the reader,
     * once.
     */
    boolean setSent(long sent) {
        memory.putLong(SENT_AT, sent);
        return isToBeWoken(READER_WAITS_AT);
    }

    /**
     * Sets the number of slots returned; the caller holds the mutex. Returns whether the caller has to wake the writer,
     * once.
     */
    boolean setTaken(long taken) {
        memory.putLong(TAKEN_AT, taken);
        return isToBeWoken(WRITER_WAITS_AT);
    }

    void wakeReader() throws FailedCallException {
        notEmpty.signal();
    }

    void wakeWriter() throws FailedCallException {
        notFull.signal();
    }

    /** Waits for the writer, for some time at most; the caller holds the mutex, which is free meanwhile. */
    void awaitWriter() throws IOException {
        await(notEmpty, READER_WAITS_AT);
    }

    /** Waits for the reader, for some time at most; the caller holds the mutex, which is free meanwhile. */
    void awaitReader() throws IOException {
        await(notFull, WRITER_WAITS_AT);
    }

    /** Closes one side, and wakes the other one if it waits. */
    void close() throws IOException {
        lock();
        try {
            memory.putInt(CLOSED_AT, 1);
            notEmpty.signal();
            notFull.signal();
        } finally {
            unlock();
        }
    }

    private void await(SharedCondition condition, int flagAt) throws IOException {
        memory.putInt(flagAt, 1);
        if (!condition.await(mutex, LOOK_MILLIS) && !segment.isAttachedTwice()) {
            throw new IOException("the other side is gone without having closed the segment");
        }
        memory.putInt(flagAt, 0);
    }

    private boolean isToBeWoken(int flagAt) {
        boolean waits = memory.getInt(flagAt) != 0;
        if (waits) {
            memory.putInt(flagAt, 0);
        }
        return waits;
    }

    /** A condition variable of the C library in memory that both processes share. */
    static final class SharedCondition {
        private static final int SHARED = 1;
        /** A clock that does not change with the time of day. */
        private static final int CLOCK_MONOTONIC = 1;

        private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
        private static final int ATTRIBUTES_BYTES = 64;
        private static final int TIMESPEC_BYTES = 16;
        private static final int NANOSECONDS_AT = 8;

        private final LibC libc = CLibrary.calls();
        private final long address;
        private final ByteBuffer deadline =
                ByteBuffer.allocateDirect(TIMESPEC_BYTES).order(ByteOrder.nativeOrder());
        private final long deadlineAddress = CLibrary.addressOf(deadline);

        SharedCondition(long address) {
            this.address = address;
        }

        /** Makes the condition variable, in memory of zeros. */
        void initialise() throws FailedCallException {
            ByteBuffer attributes = ByteBuffer.allocateDirect(ATTRIBUTES_BYTES);
            long at = CLibrary.addressOf(attributes);
            SharedMutex.check("pthread_condattr_init", libc.pthread_condattr_init(at));
            SharedMutex.check("pthread_condattr_setpshared", libc.pthread_condattr_setpshared(at, SHARED));
            SharedMutex.check("pthread_condattr_setclock", libc.pthread_condattr_setclock(at, CLOCK_MONOTONIC));
            SharedMutex.check("pthread_cond_init", libc.pthread_cond_init(address, at));
            attributes.clear(); // still reachable here
        }

        /** Wakes the waiting side. */
        void signal() throws FailedCallException {
            int result = libc.pthread_cond_signal(address);
            if (result != 0) {
                throw FailedCallException.returned("pthread_cond_signal", result);
            }
        }

        /**
         * Gives the mutex back while waiting for a signal.
         *
         * @return false if the time was up
         * @throws IOException if a process has died with the mutex; the caller holds the mutex, and nobody can lock it after
         * the caller unlocks it
         */
        boolean await(SharedMutex mutex, long millis) throws IOException {
            CLibrary.check("clock_gettime", libc.clock_gettime(CLOCK_MONOTONIC, deadlineAddress));
            long nanos = deadline.getLong(NANOSECONDS_AT) + TimeUnit.MILLISECONDS.toNanos(millis);
            deadline.putLong(0, deadline.getLong(0) + nanos / NANOS_PER_SECOND);
            deadline.putLong(NANOSECONDS_AT, nanos % NANOS_PER_SECOND);
            int result = libc.pthread_cond_timedwait(address, mutex.address(), deadlineAddress);
            if (result == 0) {
                return true;
            }
            FailedCallException failure = FailedCallException.returned("pthread_cond_timedwait", result);
            if (failure.errno() != Errno.ETIMEDOUT) {
                throw SharedMutex.explained(failure);
            }
            return false;
        }
    }
}
