package org.ipcbench.transports.udp;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.SpinningSource.Readiness;
import org.jspecify.annotations.Nullable;

/** The socket of one side that receives datagrams from all senders. */
sealed class Inbox implements Closeable {
    private final DatagramChannel socket;
    private final Alarm alarm;

    Inbox(DatagramChannel socket, Alarm alarm) {
        this.socket = socket;
        this.alarm = alarm;
    }

    /** An inbox for a session. */
    static Inbox open(Session session) throws IOException {
        DatagramChannel socket = Loopback.bound();
        try {
            return SpinLoop.isAsked(session)
                    ? Spinning.of(socket, session)
                    : new Inbox(socket, new Alarm(Loopback.addressOf(socket), socket));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    DatagramChannel socket() {
        return socket;
    }

    InetSocketAddress address() throws IOException {
        return Loopback.addressOf(socket);
    }

    /**
     * Waits for the next datagram, which is then between the buffer's position and limit.
     *
     * @param into a direct buffer; a datagram that does not fit is cut off
     * @return the sender's address; null if no datagram arrived in time
     */
    @Nullable
    SocketAddress receive(ByteBuffer into, long timeoutNanos) throws IOException {
        begin(timeoutNanos);
        SocketAddress sender = next(into);
        end();
        return sender;
    }

    /** Begins a wait, for one datagram or for several. */
    void begin(long timeoutNanos) {
        alarm.set(timeoutNanos);
    }

    /**
     * Waits for one more datagram within the remaining time of the wait.
     *
     * @return the sender's address; null if the time is up
     */
    @Nullable
    SocketAddress next(ByteBuffer into) throws IOException {
        SocketAddress sender = receive(into);
        while (sender != null && sender.equals(alarm.address())) {
            if (alarm.isForLastWait(into.flip())) {
                sender = null;
            } else {
                sender = receive(into);
            }
        }
        if (sender != null) {
            into.flip();
        }
        return sender;
    }

    /** Ends the wait. */
    void end() {
        alarm.off();
    }

    /** Waits for a datagram, from the alarm or another sender, without a deadline. */
    @Nullable
    SocketAddress await(ByteBuffer into) throws IOException {
        return socket.receive(into.clear());
    }

    private @Nullable SocketAddress receive(ByteBuffer into) throws IOException {
        try {
            return await(into);
        } catch (ClosedChannelException e) {
            IOException failure = alarm.failure();
            throw failure == null ? e : failure;
        }
    }

    @Override
    public void close() throws IOException {
        try (alarm) {
            socket.close();
        }
    }

    /** Asks its socket again and again for some time, then sleeps in a selector. The alarm's datagram ends either. */
    private static final class Spinning extends Inbox {
        private final DatagramChannel socket;
        private final Selector readable;
        private final SpinLoop spin;

        private Spinning(DatagramChannel socket, Alarm alarm, Selector readable, SpinLoop spin) {
            super(socket, alarm);
            this.socket = socket;
            this.readable = readable;
            this.spin = spin;
        }

        /** Takes the socket over, unless it fails. */
        static Spinning of(DatagramChannel socket, Session session) throws IOException {
            Selector readable = Selector.open();
            try {
                socket.configureBlocking(false);
                var unused = socket.register(readable, SelectionKey.OP_READ);
                Alarm alarm = new Alarm(Loopback.addressOf(socket), () -> {
                    socket.close();
                    readable.wakeup(); // closing alone does not
                });
                return new Spinning(socket, alarm, readable, new SpinLoop(session));
            } catch (IOException e) {
                readable.close();
                throw e;
            }
        }

        @Override
        SocketAddress await(ByteBuffer into) throws IOException {
            spin.begin();
            while (spin.lasts()) {
                SocketAddress sender = socket.receive(into.clear());
                if (sender != null) {
                    return sender;
                }
            }
            SocketAddress sender = null;
            while (sender == null) {
                Readiness.await(readable, key -> {});
                sender = socket.receive(into.clear());
            }
            return sender;
        }

        /** Closes the socket first: the kernel's socket ends with the selector in which it is registered. */
        @Override
        public void close() throws IOException {
            try (readable) {
                super.close();
            }
        }
    }

    /**
     * Ends a blocking receive whose time is up by a datagram from a separate address. So a receive is a single system call that
     * does not read the clock. Asking a selector first made a round trip a quarter longer in tests.
     */
    static final class Alarm implements Closeable {
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
}
