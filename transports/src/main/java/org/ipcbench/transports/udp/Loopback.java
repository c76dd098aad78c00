package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;

/** Sockets at 127.0.0.1, never at an IPv6 address: the largest datagram depends on the version of IP. */
final class Loopback {
    private static final byte[] IPV4 = {127, 0, 0, 1};

    private Loopback() {}

    static InetSocketAddress at(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(IPV4), port);
    }

    /** A blocking socket at a free port. */
    static DatagramChannel bound() throws IOException {
        DatagramChannel socket = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            return socket.bind(at(0));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A blocking socket at a free port that sends to this one. */
    static DatagramChannel to(InetSocketAddress address) throws IOException {
        DatagramChannel socket = bound();
        try {
            return socket.connect(address);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    static InetSocketAddress addressOf(DatagramChannel socket) throws IOException {
        return (InetSocketAddress) socket.getLocalAddress();
    }
}
