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
 * Ends a blocking receive whose time is up, by a datagram from an address of its own. So a receive is a single system
 * call that reads no clock; asking a selector first was seen to make a round trip a quarter longer.
 */
final class Alarm implements Closeable {
    /** How often it looks up: so much later than asked a long wait may end. */
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
    /** The number of the wait that is going on. */
    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private long wait = NOBODY_WAITS;

    private long waits;

    /**
     * For the one thread that receives at this address.
     *
     * @param sleeper what it receives from: closed, to end the wait, if the alarm itself fails
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

    /** A wait begins. */
    void set(long nanos) {
        if (nanos != timeoutNanos) {
            timeoutNanos = nanos;
        }
        WAIT.setRelease(this, ++waits);
        if (nanos < LOOK_NANOS) {
            LockSupport.unpark(thread);
        }
    }

    /** The wait has ended. */
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

    /** Why no wait ends in time any more; null if nothing is wrong. */
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
                    since = now; // should it get lost, it rings again
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
