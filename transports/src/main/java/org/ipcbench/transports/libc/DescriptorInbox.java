package org.ipcbench.transports.libc;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.Polling;

/**
 * A Unix datagram socket that receives file descriptors from another process ({@code SCM_RIGHTS}), together with the proof
 * that the process belongs to the session. Messages without the proof are discarded.
 */
public final class DescriptorInbox implements Closeable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 02000000;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;

    private static final int MAX_PATH_BYTES = 107;
    /** {@code sockaddr_un}: the family, then the path with a zero at its end. */
    private static final int NAME_BYTES = 2 + MAX_PATH_BYTES + 1;

    /** {@code msghdr} on 64-bit Linux. */
    private static final int HEADER_BYTES = 56;

    private static final int VECTOR_AT = HEADER_BYTES;
    private static final int CONTENT_AT = VECTOR_AT + 16;

    /** One byte more than a proof, so that a longer message is recognised. */
    private static final int CONTENT_BYTES = Token.PROOF_BYTES + 1;

    private static final int NAME_AT = CONTENT_AT + 32;
    private static final int CONTROL_AT = NAME_AT + 112;

    /** {@code cmsghdr}: its length, level and type; the descriptors follow. */
    private static final int CONTROL_HEADER_BYTES = 16;

    private static final int MAX_DESCRIPTORS = 8;
    private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + MAX_DESCRIPTORS * Integer.BYTES;

    private final LibC libc = CLibrary.calls();
    private final int socket;
    private final Path path;
    private boolean closed;

    private DescriptorInbox(int socket, Path path) {
        this.socket = socket;
        this.path = path;
    }

    /** Makes an inbox for this user's processes, with a name that nobody can guess. */
    public static DescriptorInbox in(Path directory) throws IOException {
        Path path = directory.resolve("inbox-" + HexFormat.of().toHexDigits(new SecureRandom().nextLong()));
        DescriptorInbox inbox = new DescriptorInbox(datagramSocket(), path);
        try {
            inbox.bind();
            return inbox;
        } catch (IOException e) {
            inbox.close();
            throw e;
        }
    }

    /** Path to which others send. */
    public Path path() {
        return path;
    }

    /**
     * Waits for descriptors from a process that shows the proof. The descriptors belong to the caller.
     *
     * @param count number of descriptors
     */
    public int[] receive(byte[] proof, int count, Polling polling) throws IOException {
        ByteBuffer message = AlignedMemory.allocate(CONTROL_AT + CONTROL_BYTES);
        Optional<int[]> found = Optional.empty();
        while (found.isEmpty()) {
            long lengthBytes = libc.recvmsg(
                    socket, header(message, CONTENT_BYTES, 0, CONTROL_BYTES), MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
            if (lengthBytes >= 0) {
                found = descriptors(message, (int) lengthBytes, proof, count);
            } else {
                switch (Errno.last()) {
                    case EAGAIN, EINTR -> polling.rest("file descriptors of the other side");
                    default -> throw FailedCallException.last("recvmsg");
                }
            }
        }
        return found.get();
    }

    /** Sends copies of this process's descriptors, with the proof. */
    public static void send(Path inbox, byte[] proof, int... descriptors) throws IOException {
        LibC libc = CLibrary.calls();
        ByteBuffer message = AlignedMemory.allocate(CONTROL_AT + CONTROL_BYTES);
        int socket = datagramSocket();
        try {
            int controlBytes = CONTROL_HEADER_BYTES + descriptors.length * Integer.BYTES;
            message.putLong(CONTROL_AT, controlBytes);
            message.putInt(CONTROL_AT + 8, SOL_SOCKET);
            message.putInt(CONTROL_AT + 12, SCM_RIGHTS);
            for (int i = 0; i < descriptors.length; i++) {
                message.putInt(CONTROL_AT + CONTROL_HEADER_BYTES + i * Integer.BYTES, descriptors[i]);
            }
            message.put(CONTENT_AT, proof);
            int nameBytes = putName(message, inbox);
            long header = header(message, proof.length, nameBytes, controlBytes);
            CLibrary.check("sendmsg to " + inbox, libc.sendmsg(socket, header, 0));
        } finally {
            Reference.reachabilityFence(message);
            libc.close(socket);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            Files.deleteIfExists(path);
            CLibrary.check("close", libc.close(socket));
        }
    }

    private void bind() throws IOException {
        ByteBuffer message = AlignedMemory.allocate(CONTROL_AT + CONTROL_BYTES);
        int nameBytes = putName(message, path);
        try {
            CLibrary.check("bind to " + path, libc.bind(socket, CLibrary.addressOf(message) + NAME_AT, nameBytes));
        } finally {
            Reference.reachabilityFence(message);
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    private static int datagramSocket() throws FailedCallException {
        return (int) CLibrary.check("socket", CLibrary.calls().socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    }

    /** Writes the name, and returns its length in bytes. */
    private static int putName(ByteBuffer message, Path path) throws IOException {
        byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_PATH_BYTES) {
            throw new IOException("%s: the path of a Unix socket has at most %d bytes; use a shorter directory"
                    .formatted(path, MAX_PATH_BYTES));
        }
        message.put(NAME_AT, new byte[NAME_BYTES]);
        message.putShort(NAME_AT, (short) AF_UNIX);
        message.put(NAME_AT + 2, bytes);
        return 2 + bytes.length + 1;
    }

    /** Fills the header in. Returns its address. */
    private static long header(ByteBuffer message, int contentBytes, int nameBytes, int controlBytes) {
        long start = CLibrary.addressOf(message);
        message.putLong(0, nameBytes == 0 ? 0 : start + NAME_AT);
        message.putLong(8, nameBytes);
        message.putLong(16, start + VECTOR_AT);
        message.putLong(24, 1);
        message.putLong(32, start + CONTROL_AT);
        message.putLong(40, controlBytes);
        message.putLong(48, 0);
        message.putLong(VECTOR_AT, start + CONTENT_AT);
        message.putLong(VECTOR_AT + 8, contentBytes);
        return start;
    }

    /**
     * The descriptors of a message with the proof; empty if the message has no proof or not this number of descriptors,
     * which are then closed.
     */
    private Optional<int[]> descriptors(ByteBuffer message, int lengthBytes, byte[] proof, int count) {
        int[] descriptors = descriptors(message);
        byte[] shown = new byte[lengthBytes];
        message.get(CONTENT_AT, shown);
        if (Token.matches(proof, shown) && descriptors.length == count) {
            return Optional.of(descriptors);
        }
        Arrays.stream(descriptors).forEach(libc::close);
        return Optional.empty();
    }

    private static int[] descriptors(ByteBuffer message) {
        boolean any = message.getLong(40) >= CONTROL_HEADER_BYTES
                && message.getInt(CONTROL_AT + 8) == SOL_SOCKET
                && message.getInt(CONTROL_AT + 12) == SCM_RIGHTS;
        int[] descriptors =
                new int[any ? (int) (message.getLong(CONTROL_AT) - CONTROL_HEADER_BYTES) / Integer.BYTES : 0];
        for (int i = 0; i < descriptors.length; i++) {
            descriptors[i] = message.getInt(CONTROL_AT + CONTROL_HEADER_BYTES + i * Integer.BYTES);
        }
        return descriptors;
    }
}
