package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.SpinLoop;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Looks again and again for some time whether the socket has bytes, by a native call, before it reads as usual. The library
 * itself could only sleep in a selector, and its selector does not sleep.
 */
final class PeekingSource implements ReadableByteChannel {
    private static final int MSG_PEEK = 0x02;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int NO_DESCRIPTOR = -1;

    private final AFUNIXSocketChannel socket;
    private final LibC libc = CLibrary.calls();
    private final ByteBuffer peeked = AlignedMemory.allocate(1);
    private final long peekedAddress = CLibrary.addressOf(peeked);
    private final SpinLoop spin;
    /** None once the socket is closed, because another file may have the number by then. */
    private int descriptor;

    PeekingSource(AFUNIXSocketChannel socket, Session session) throws IOException {
        this.socket = socket;
        descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
        spin = new SpinLoop(session);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        boolean empty = true;
        spin.begin();
        while (empty && spin.lasts()) {
            empty = isEmpty();
        }
        return socket.read(target);
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        descriptor = NO_DESCRIPTOR;
        socket.close();
    }

    /** Whether a read would have to wait. */
    private boolean isEmpty() throws FailedCallException {
        if (libc.recv(descriptor, peekedAddress, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) {
            return false;
        }
        return switch (Errno.last()) {
            case EAGAIN, EINTR -> true;
            default -> throw FailedCallException.last("recv");
        };
    }
}
