package org.ipcbench.transport.resource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.ipcbench.transport.Availability;

/** Connects to this machine's own address, because no setting tells for certain whether that is possible. */
final class LoopbackTrial {
    private static final byte[] IPV4 = {127, 0, 0, 1};
    private static final String ADDRESS = "127.0.0.1";

    /** The kernel connects within the call, unless a firewall drops the packets. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private LoopbackTrial() {}

    /** Whether a TCP connection to 127.0.0.1 can be made. */
    static Availability availability() {
        try {
            InetAddress self = InetAddress.getByAddress(IPV4);
            try (ServerSocket server = new ServerSocket(0, 1, self);
                    Socket client = new Socket()) {
                client.setSoLinger(true, 0); // closing keeps no port for a minute
                client.connect(
                        new InetSocketAddress(self, server.getLocalPort()), Math.toIntExact(PATIENCE.toMillis()));
                return Availability.available();
            }
        } catch (IOException e) {
            return Availability.unavailable("%s cannot be reached (%s)".formatted(ADDRESS, e.getMessage()), remedy());
        }
    }

    private static String remedy() {
        try {
            Optional<NetworkInterface> holder =
                    Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByAddress(IPV4)));
            if (holder.isEmpty()) {
                return "ip link set lo up, or if it is up: ip address add %s/8 dev lo".formatted(ADDRESS);
            }
            return holder.get().isUp()
                    ? "look for a rule of a firewall (nft list ruleset), or for ports that are all in use (ss -tan)"
                    : "ip link set %s up".formatted(holder.get().getName());
        } catch (IOException e) {
            return "ip link set lo up";
        }
    }
}
