package org.ipcbench.transports.udp;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.Readiness;
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
}
