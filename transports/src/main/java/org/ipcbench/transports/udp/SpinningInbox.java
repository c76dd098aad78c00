package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.Readiness;

/** Asks its socket again and again for some time, then sleeps in a selector. The alarm's datagram ends either. */
final class SpinningInbox extends Inbox {
    private final DatagramChannel socket;
    private final Selector readable;
    private final SpinLoop spin;

    private SpinningInbox(DatagramChannel socket, Alarm alarm, Selector readable, SpinLoop spin) {
        super(socket, alarm);
        this.socket = socket;
        this.readable = readable;
        this.spin = spin;
    }

    /** Takes the socket over, unless it fails. */
    static SpinningInbox of(DatagramChannel socket, Session session) throws IOException {
        Selector readable = Selector.open();
        try {
            socket.configureBlocking(false);
            var unused = socket.register(readable, SelectionKey.OP_READ);
            Alarm alarm = new Alarm(Loopback.addressOf(socket), () -> {
                socket.close();
                readable.wakeup(); // closing alone does not
            });
            return new SpinningInbox(socket, alarm, readable, new SpinLoop(session));
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
