package org.ipcbench.transports.udp;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends a blocking receive whose time is up by a datagram from a separate address. So a receive is a single system call that
 * does not read the clock. Asking a selector first made a round trip a quarter longer in tests.
 */
final class Alarm implements Closeable {
    /** Time between two checks, the longest delay of the end of a long wait. */
    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private static final long NOBODY_WAITS = 0;
    private static final VarHandle WAIT;

    static {
        try {
            WAIT = MethodHandles.lookup().findVarHandle(Alarm.class, "wait", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Closeable sleeper;
    private final DatagramChannel socket;
    private final InetSocketAddress address;
    private final ByteBuffer ring = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.BIG_ENDIAN);
    private final Thread thread = new Thread(this::watch, "alarm");
    private volatile @Nullable IOException failure;
    private volatile long timeoutNanos;
    /** The number of the current wait. */
    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private long wait = NOBODY_WAITS;

    private long waits;

    /**
     * An alarm for the thread that receives at this address.
     *
     * @param sleeper the socket that the thread receives from; closed to end the wait if the alarm itself fails
     */
    Alarm(InetSocketAddress sleeperAddress, Closeable sleeper) throws IOException {
        this.sleeper = sleeper;
        socket = Loopback.to(sleeperAddress);
        address = Loopback.addressOf(socket);
        thread.setDaemon(true);
        thread.start();
    }

    /** The address of the alarm's datagrams. */
    InetSocketAddress address() {
        return address;
    }

    /** Begins a wait. */
    void set(long nanos) {
        if (nanos != timeoutNanos) {
            timeoutNanos = nanos;
        }
        WAIT.setRelease(this, ++waits);
        if (nanos < LOOK_NANOS) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the wait. */
    void off() {
        WAIT.setRelease(this, NOBODY_WAITS);
    }

    /** Whether a datagram of the alarm, between position and limit, is about the last wait and not an earlier one. */
    boolean isForLastWait(ByteBuffer datagram) {
        if (datagram.remaining() != Long.BYTES) {
            return false;
        }
        long number = datagram.getLong(datagram.position());
        return waits == (datagram.order() == ByteOrder.BIG_ENDIAN ? number : Long.reverseBytes(number));
    }

    /** The reason why waits do not end in time any more; null if there is none. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        LockSupport.unpark(thread);
    }

    private void watch() {
        long watched = NOBODY_WAITS;
        long since = 0;
        while (socket.isOpen() && failure == null) {
            long current = (long) WAIT.getAcquire(this);
            long sleepNanos = LOOK_NANOS;
            if (current != NOBODY_WAITS) {
                long now = System.nanoTime();
                if (current != watched) {
                    since = now;
                }
                long leftNanos = timeoutNanos - (now - since);
                if (leftNanos <= 0) {
                    ring(current);
                    since = now; // the alarm is repeated if the datagram gets lost
                } else {
                    sleepNanos = Math.min(sleepNanos, leftNanos);
                }
            }
            watched = current;
            LockSupport.parkNanos(this, sleepNanos);
        }
    }

    private void ring(long current) {
        try {
            socket.write(ring.clear().putLong(0, current));
        } catch (IOException e) {
            if (socket.isOpen()) {
                fail(e);
            }
        }
    }

    private void fail(IOException cause) {
        IOException told = new IOException("cannot end a receive whose time is up: " + cause.getMessage(), cause);
        failure = told;
        try {
            sleeper.close();
        } catch (IOException e) {
            told.addSuppressed(e);
        }
    }
}
