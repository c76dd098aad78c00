package org.ipcbench.transports.socket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;

/** TCP over the loopback interface, without Nagle's delay. */
public final class TcpTransport extends SocketTransport {
    private static final KernelFile SEND_BUFFERS = new KernelFile(Path.of("/proc/sys/net/ipv4/tcp_wmem"));

    /** Lowest, usual and highest size. */
    private static final int SEND_BUFFER_LIMITS = 3;

    /**
     * The kernel gives a new connection room for twice ten segments, up to its limit; a segment of the loopback interface has 64 KiB and
     * counts as 128 KiB. This is less.
     */
    private static final long LOOPBACK_SEND_BYTES = 2 << 20;

    public TcpTransport() {
        super(SocketKind.TCP);
    }

    @Override
    public Traits traits() {
        return super.traits().with(Trait.NETWORK);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        if (bufferBytes > 0) {
            return SocketBuffers.room(messageBytes, bufferBytes);
        }
        return SocketBuffers.room(messageBytes, Math.min(LOOPBACK_SEND_BYTES, largestSendBytes()));
    }

    /** A port for each listener, and one from which clients connect to different listeners. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return super.needs(messageBytes, bufferBytes, connections).withPorts(connections + 1);
    }

    /** The last of the setting's three numbers; 0 if there is none. */
    private static long largestSendBytes() {
        try {
            String[] limits = SEND_BUFFERS.wholeText().orElse("").strip().split("\\s+", -1);
            return limits.length == SEND_BUFFER_LIMITS ? Long.parseLong(limits[SEND_BUFFER_LIMITS - 1]) : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo("tcp", "loopback TCP, NODELAY", "TCP", Set.of("classic", "standard"), 10);
    }
}
