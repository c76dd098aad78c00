package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Room;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * What a TCP connection holds: bytes count until the other side has acknowledged them, in segments. The other end's buffer is unknown,
 * because it may have other limits, in another network namespace or on another host.
 */
final class TcpRoom {
    /** The unsent bytes beyond which the kernel takes no more, although the send buffer has room. */
    private static final KernelFile UNSENT_LIMIT = new KernelFile(Path.of("/proc/sys/net/ipv4/tcp_notsent_lowat"));

    /** More than the kernel accounts for a segment besides its payload. */
    private static final int BESIDE_SEGMENT = 1536;

    /** More than the headers of a segment, with all options. */
    private static final int HEADER_BYTES = 120;

    /** Payload of a segment on the way to another host, whose networks are not known: what each of them carries. */
    private static final int LEAST_SEGMENT_BYTES = 536 - HEADER_BYTES;

    private TcpRoom() {}

    static Room of(SocketChannel socket, int messageBytes) throws IOException {
        InetAddress local = ((InetSocketAddress) socket.getLocalAddress()).getAddress();
        return Room.there(certain(
                messageBytes, Math.min(SocketBuffers.accountedBytes(socket), unsentLimit()), segmentBytes(local)));
    }

    private static int segmentBytes(InetAddress local) {
        try {
            NetworkInterface network = NetworkInterface.getByInetAddress(local);
            return local.isLoopbackAddress() && network != null
                    ? Math.max(1, network.getMTU() - HEADER_BYTES)
                    : LEAST_SEGMENT_BYTES;
        } catch (SocketException e) { // a sandbox may hide its networks
            return LEAST_SEGMENT_BYTES;
        }
    }

    /** A message that does not begin where a segment does has parts of two more. */
    static long certain(int messageBytes, long accountedBytes, int segmentBytes) {
        return accountedBytes / (messageBytes + BESIDE_SEGMENT * (messageBytes / segmentBytes + 2L));
    }

    /** 0 if it cannot be read. */
    private static long unsentLimit() {
        try {
            return Long.parseLong(UNSENT_LIMIT.wholeText().orElse("0").strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
