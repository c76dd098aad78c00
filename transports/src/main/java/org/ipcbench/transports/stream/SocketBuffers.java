package org.ipcbench.transports.stream;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;

/** Sets the kernel's buffers of a socket to the user's size. */
public final class SocketBuffers {
    /** The buffers that {@code --buffer} sets, in words. */
    public static final String DESCRIPTION = "SO_SNDBUF and SO_RCVBUF, which the kernel doubles and limits";

    /**
     * Reported size divided by the requested size. Linux also stores its own data in the buffer, so it grants and reports
     * twice the requested size.
     */
    public static final int AS_THE_KERNEL_TELLS = System.getProperty("os.name").equals("Linux") ? 2 : 1;

    private static final int AS_THE_JDK_TELLS = 1;

    /**
     * What the kernel accounts for a message of a Unix socket besides its bytes: less than this for a header and for the rounding of
     * memory to a power of two; or to pages of the usual size, if the message is larger than one, with a header for each 36 KiB.
     */
    private static final int BESIDE_SMALL_MESSAGE = 1024;

    private static final int BESIDE_LARGE_MESSAGE = 9216;
    private static final int BYTES_PER_HEADER_BYTE = 32;
    private static final int USUAL_PAGE_BYTES = 4096;

    private SocketBuffers() {}

    /**
     * Number of messages that a Unix socket certainly takes while its receiver takes none: the kernel accounts for them with the sender
     * until they are received. 0 if the kernel is not Linux.
     *
     * @param messageBytes size of every message, in bytes
     * @param bufferBytes requested size of the buffers, in bytes; 0 leaves the kernel's default
     */
    public static long room(int messageBytes, int bufferBytes) {
        return certain(messageBytes, bufferBytes > 0 ? (long) bufferBytes * AS_THE_KERNEL_TELLS : usualBytes());
    }

    /** Of a socket, because older kernels hide the setting from containers; 0 if there can be no socket. */
    private static long usualBytes() {
        try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return accountedBytes(socket);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * The send buffer of a socket of the JDK, in bytes as the kernel accounts for them. A TCP connection has the size that the kernel
     * has given it until now.
     */
    public static long accountedBytes(NetworkChannel socket) throws IOException {
        return (long) socket.getOption(StandardSocketOptions.SO_SNDBUF) * AS_THE_KERNEL_TELLS;
    }

    /**
     * What the connection of a Unix socket holds. Both ends have a buffer of the same size: of the kernel's default, or of the
     * session's.
     *
     * @param accountedBytes the send buffer, in bytes as the kernel accounts for them
     */
    public static Room room(int messageBytes, long accountedBytes) {
        return Room.ofEach(certain(messageBytes, accountedBytes));
    }

    /** Number of messages that certainly fit into the send buffer of a Unix socket; 0 if the kernel is not Linux. */
    static long certain(int messageBytes, long accountedBytes) {
        return AS_THE_KERNEL_TELLS == AS_THE_JDK_TELLS
                ? 0
                : accountedBytes / eachBytes(messageBytes, PageSize.bytes().orElse(0));
    }

    private static long eachBytes(long messageBytes, int pageBytes) {
        long rounded = 2 * messageBytes + BESIDE_SMALL_MESSAGE;
        return pageBytes == USUAL_PAGE_BYTES
                ? Math.min(rounded, messageBytes + BESIDE_LARGE_MESSAGE + messageBytes / BYTES_PER_HEADER_BYTE)
                : rounded;
    }

    /**
     * Fails if the kernel does not grant buffers of this size.
     *
     * @return the send buffer that it grants, in the kernel's accounting
     */
    public static int requireGrantable(int bufferBytes) throws IOException {
        try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            set(socket, StandardSocketOptions.SO_SNDBUF, bufferBytes, AS_THE_JDK_TELLS);
            set(socket, StandardSocketOptions.SO_RCVBUF, bufferBytes, AS_THE_JDK_TELLS);
            return AS_THE_KERNEL_TELLS * socket.getOption(StandardSocketOptions.SO_SNDBUF);
        }
    }

    /** What connections need that each take this number of descriptors; a buffer of 0 bytes is the kernel's own. */
    public static Needs needs(int bufferBytes, int connections, int descriptorsEach) throws IOException {
        if (bufferBytes > 0) {
            requireGrantable(bufferBytes);
        }
        return Needs.ofConnections(connections, descriptorsEach);
    }

    /**
     * Sets both sizes of a JDK socket, or leaves both as the kernel's defaults.
     *
     * @throws IOException if the kernel grants less than was asked for
     */
    public static void set(NetworkChannel socket, Session session) throws IOException {
        set(socket, session, AS_THE_JDK_TELLS);
    }

    /**
     * Sets both sizes of a socket, or leaves both as the kernel's defaults.
     *
     * @param factor the size that the socket reports, divided by the requested size: the kernel's factor, or 1
     */
    public static void set(NetworkChannel socket, Session session, int factor) throws IOException {
        if (session.bufferSizeBytes() > 0) {
            set(socket, StandardSocketOptions.SO_SNDBUF, session.bufferSizeBytes(), factor);
            set(socket, StandardSocketOptions.SO_RCVBUF, session.bufferSizeBytes(), factor);
        }
    }

    private static void set(NetworkChannel socket, SocketOption<Integer> option, int askedBytes, int factor)
            throws IOException {
        socket.setOption(option, askedBytes);
        requireGranted(option.name(), askedBytes, socket.getOption(option) / factor);
    }

    /**
     * Checks the size that the kernel has granted, because it silently grants a smaller one.
     *
     * @param option {@code SO_SNDBUF} or {@code SO_RCVBUF}
     * @param grantedBytes the granted size, in bytes
     */
    public static void requireGranted(String option, int askedBytes, int grantedBytes) throws IOException {
        if (grantedBytes < askedBytes) {
            throw new IOException(
                    "--buffer %d: the kernel grants %s of %d bytes here; sysctl -w net.core.%s=%d raises that"
                            .formatted(
                                    askedBytes,
                                    option,
                                    grantedBytes,
                                    option.equals("SO_SNDBUF") ? "wmem_max" : "rmem_max",
                                    askedBytes));
        }
    }
}
