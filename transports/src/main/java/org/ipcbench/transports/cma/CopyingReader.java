package org.ipcbench.transports.cma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.ProcessMemory;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.mapped.RingReader;
import org.ipcbench.transports.mapped.SpinningFirst;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.InPlaceReader;

/** The reading end: each message is copied from the other process, and its slot is free at once. */
final class CopyingReader implements InPlaceReader {
    private final ProcessMemory other;
    private final long firstSlot;
    private final RingReader cursors;
    private final MappedByteBuffer message;
    private final long target;

    CopyingReader(Ring ring, SourceBuffer source, Session session, Waiting waiting) {
        other = new ProcessMemory(source.process());
        firstSlot = source.address();
        cursors = new RingReader(ring, source.geometry(), SpinningFirst.asAsked(waiting, session));
        // of a concrete type: position and limit are then set without a virtual call
        message = (MappedByteBuffer) AlignedMemory.allocate(session.maxMessageBytes());
        target = CLibrary.addressOf(message);
    }

    /** Reads one byte, so that connecting fails, and not the first message, if the kernel forbids the call. */
    void rehearse() throws IOException {
        try {
            other.read(firstSlot, target, 1);
        } catch (IOException e) {
            throw new IOException(
                    ("%s; both peers need the same user, a kernel.yama.ptrace_scope of 0 or 1, and no seccomp filter that"
                                    + " forbids the call (docker run --cap-add SYS_PTRACE)")
                            .formatted(e.getMessage()),
                    e);
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        other.read(firstSlot + cursors.nextSlot(), target, length);
        cursors.release();
        return message.limit(length).position(0);
    }

    /** Does nothing, because the slot is free already. */
    @Override
    public void release() {}

    @Override
    public void close() throws IOException {
        cursors.close();
    }
}
