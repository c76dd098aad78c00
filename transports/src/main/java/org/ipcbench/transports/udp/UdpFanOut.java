package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;

/**
 * Multicast on the loopback interface, to a group for administrative use: the kernel copies a datagram into the socket of each subscriber, and
 * loses it where there is no room. Each subscriber ignores datagrams that are not from the publisher's socket, and counts them.
 */
final class UdpFanOut implements FanOut {
    private static final String SEPARATOR = " ";
    private static final byte ADMINISTRATIVE = (byte) 239;
    private static final int BYTE_VALUES = 256;

    /** A socket, and the selector that waits for it, at least; in practice 3. */
    private static final int DESCRIPTORS_OF_A_SUBSCRIBER = 2;

    @Override
    public String label() {
        return "multicast";
    }

    @Override
    public Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels) {
        if (whenFull.policy() == WhenFull.Policy.DROP_NEWEST) {
            return whenFull.hasUsualDepth()
                    ? Optional.empty()
                    : Optional.of("a subscriber's socket is as deep as --buffer; use --when-full drop-newest");
        }
        return Optional.of("a multicast knows nothing of its receivers, whose full sockets lose the newest; use"
                + " --when-full drop-newest");
    }

    /** Subscribers receive at the port of the publisher's socket. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int subscribers) throws IOException {
        return SocketBuffers.needs(bufferBytes, subscribers, DESCRIPTORS_OF_A_SUBSCRIBER)
                .withPorts(1);
    }

    @Override
    public Publication publish(Session session, WhenFull whenFull) throws IOException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        InetAddress group = InetAddress.getByAddress(new byte[] {
            ADMINISTRATIVE,
            (byte) random.nextInt(BYTE_VALUES),
            (byte) random.nextInt(BYTE_VALUES),
            (byte) random.nextInt(1, BYTE_VALUES)
        });
        DatagramChannel socket = Loopback.bound();
        try {
            socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback());
            socket.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0); // never leaves this machine
            socket.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
            SocketBuffers.set(socket, session);
            return new Publisher(
                    socket,
                    new InetSocketAddress(group, Loopback.addressOf(socket).getPort()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Subscription subscribe(Session session, String address, WhenFull whenFull) throws IOException {
        String[] parts = address.split(SEPARATOR, -1);
        InetAddress group = InetAddress.getByName(parts[0]);
        int port = Integer.parseInt(parts[1]);
        DatagramChannel socket = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(new InetSocketAddress(group, port));
            socket.join(group, loopback());
            SocketBuffers.set(socket, session);
            socket.configureBlocking(false);
            return new Subscriber(socket, Loopback.at(port), AlignedMemory.allocate(session.maxMessageBytes() + 1));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static NetworkInterface loopback() throws IOException {
        NetworkInterface loopback =
                NetworkInterface.getByInetAddress(Loopback.at(0).getAddress());
        if (loopback == null) {
            throw new IOException("the loopback interface is down");
        }
        return loopback;
    }

    private record Publisher(DatagramChannel socket, InetSocketAddress group) implements Publication {
        @Override
        public String address() {
            return group.getAddress().getHostAddress() + SEPARATOR + group.getPort();
        }

        @Override
        public void publish(ByteBuffer message) throws IOException {
            int position = message.position();
            socket.send(message, group);
            message.position(position);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static final class Subscriber implements Subscription {
        private final DatagramChannel socket;
        private final SocketAddress publisher;
        private final ByteBuffer incoming;
        private final Selector selector;
        private long strangers;

        Subscriber(DatagramChannel socket, SocketAddress publisher, ByteBuffer incoming) throws IOException {
            this.socket = socket;
            this.publisher = publisher;
            this.incoming = incoming;
            selector = Selector.open();
            socket.register(selector, SelectionKey.OP_READ);
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            if (hasNext()) {
                return incoming;
            }
            long start = System.nanoTime();
            long leftNanos = timeoutNanos;
            while (leftNanos > 0
                    && !Thread.currentThread().isInterrupted()) { // strangers neither end a wait nor make it longer
                selector.select(unused -> {}, Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
                if (hasNext()) {
                    return incoming;
                }
                leftNanos = timeoutNanos - (System.nanoTime() - start);
            }
            return null;
        }

        /** Looks at one datagram, if there is any. */
        private boolean hasNext() throws IOException {
            SocketAddress sender = socket.receive(incoming.clear());
            incoming.flip();
            if (sender == null) {
                return false;
            }
            boolean isOfPublisher = sender.equals(publisher);
            strangers += isOfPublisher ? 0 : 1;
            return isOfPublisher;
        }

        @Override
        public long strangers() {
            return strangers;
        }

        @Override
        public void close() throws IOException {
            try (selector) {
                socket.close();
            }
        }
    }
}
