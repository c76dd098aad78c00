package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.stream.SocketBuffers;

/** What is done with an end of a pair of sockets before it carries messages. */
final class SocketPair {
    private static final int AF_UNIX = 1;
    static final int STREAM = 1;

    /** Keeps the boundaries of messages. */
    static final int SEQUENCED_PACKETS = 5;

    private static final int SOCK_CLOEXEC = 02000000;
    private static final int SOL_SOCKET = 1;
    static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int MSG_DONTWAIT = 0x40;

    private SocketPair() {}

    /** Both ends of a new pair of this type. */
    static int[] make(int type) throws FailedCallException {
        ByteBuffer ends = AlignedMemory.allocate(2 * Integer.BYTES);
        CLibrary.check(
                "socketpair", CLibrary.calls().socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, CLibrary.addressOf(ends)));
        return new int[] {ends.getInt(0), ends.getInt(Integer.BYTES)};
    }

    /** Sets both buffers to the session's size, or leaves the kernel's defaults. */
    static void setBuffers(int socket, Session session) throws IOException {
        if (session.bufferSizeBytes() > 0) {
            setBuffer(socket, SO_SNDBUF, "SO_SNDBUF", session.bufferSizeBytes());
            setBuffer(socket, SO_RCVBUF, "SO_RCVBUF", session.bufferSizeBytes());
        }
    }

    private static void setBuffer(int socket, int option, String name, int bytes) throws IOException {
        setOption(socket, option, bytes);
        SocketBuffers.requireGranted(name, bytes, bufferBytes(socket, option) / SocketBuffers.AS_THE_KERNEL_TELLS);
    }

    static int bufferBytes(int socket, int option) throws FailedCallException {
        ByteBuffer value = AlignedMemory.allocate(2 * Integer.BYTES).putInt(Integer.BYTES, Integer.BYTES);
        long address = CLibrary.addressOf(value);
        int result = CLibrary.calls().getsockopt(socket, SOL_SOCKET, option, address, address + Integer.BYTES);
        CLibrary.check("getsockopt", result);
        return value.getInt(0);
    }

    static void show(Descriptor sink, byte[] proof) throws FailedCallException {
        ByteBuffer shown = AlignedMemory.allocate(proof.length).put(0, proof);
        try {
            var unused = sink.write(CLibrary.addressOf(shown), proof.length); // so few bytes go at once
        } finally {
            Reference.reachabilityFence(shown);
        }
    }

    /** The client's side: the server has proved nothing yet, because anyone of this user may read its inbox. */
    static void requireServersProof(int socket, Session session) throws IOException {
        ByteBuffer received = AlignedMemory.allocate(Token.PROOF_BYTES);
        long address = CLibrary.addressOf(received);
        Polling polling = new Polling(session.connectTimeout());
        long length = CLibrary.calls().recv(socket, address, Token.PROOF_BYTES, MSG_DONTWAIT);
        while (length < 0) {
            switch (Errno.last()) {
                case EAGAIN, EINTR -> polling.rest("the server's proof");
                default -> throw FailedCallException.last("recv");
            }
            length = CLibrary.calls().recv(socket, address, Token.PROOF_BYTES, MSG_DONTWAIT);
        }
        byte[] shown = new byte[(int) length];
        received.get(0, shown);
        if (!Token.matches(session.token().serverProof(), shown)) {
            throw new IOException("peer failed authentication");
        }
    }

    /** Sets an option of a socket, for which the kernel may choose another value. */
    static void setOption(int socket, int option, int number) throws FailedCallException {
        ByteBuffer value = AlignedMemory.allocate(Integer.BYTES).putInt(0, number);
        try {
            long address = CLibrary.addressOf(value);
            int result = CLibrary.calls().setsockopt(socket, SOL_SOCKET, option, address, Integer.BYTES);
            CLibrary.check("setsockopt", result);
        } finally {
            Reference.reachabilityFence(value);
        }
    }
}
