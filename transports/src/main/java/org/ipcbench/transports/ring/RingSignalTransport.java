package org.ipcbench.transports.ring;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Sleeping;
import org.ipcbench.transports.mapped.Waiting;

/**
 * The ring of {@code ring-futex} with sides that wake each other by a signal, which the sleeper reads from a signalfd. A thread that has slept
 * keeps SIGURG blocked.
 */
public final class RingSignalTransport extends RingTransport.Unassisted {
    public RingSignalTransport() {
        super(WaitStrategy.BLOCKING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-signal",
                "ring in shared memory, waiting asleep (signal and signalfd)",
                "Shared-memory ring (signal)",
                Set.of("shared-memory"),
                164,
                CLibrary.LIBRARY);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(super::availability);
    }

    @Override
    Waiting waiting() throws IOException {
        return SignalSleeping.open();
    }

    /**
     * Sleeps in {@code read(2)} of a signalfd. A sleeper names its thread in the shared memory, and the signal goes to this
     * thread alone, which has blocked it before. A signal that is sent twice before it is read is one signal.
     */
    private static final class SignalSleeping extends Sleeping {
        /** The lower half of a sleeper's name. */
        private static final long THREAD = 0xffff_ffffL;

        /** A signal that a process ignores unless it wants it, so that one that comes too late does no harm. */
        private static final int SIGURG = 23;

        private static final int SIG_BLOCK = 0;
        private static final int SFD_CLOEXEC = 02000000;
        private static final int NEW_DESCRIPTOR = -1;

        /** {@code sigset_t} of the C library. */
        private static final int SET_BYTES = 128;

        private static final int SIGNAL_BYTES = 128;

        private static final SystemCall OWN_THREAD = new SystemCall("gettid", 186, 178);
        private static final SystemCall SIGNAL_TO_THREAD = new SystemCall("tgkill", 234, 131);

        private final LibC libc = CLibrary.calls();
        private final long signalling = SIGNAL_TO_THREAD.number();
        private final ThreadLocal<Sleeper> sleepers = ThreadLocal.withInitial(Sleeper::ofThisThread);
        private final int descriptor;
        private volatile boolean closed;

        private SignalSleeping(int descriptor) {
            this.descriptor = descriptor;
        }

        static SignalSleeping open() throws FailedCallException {
            ByteBuffer set = signals();
            try {
                int descriptor = CLibrary.calls().signalfd(NEW_DESCRIPTOR, CLibrary.addressOf(set), SFD_CLOEXEC);
                return new SignalSleeping((int) CLibrary.check("signalfd", descriptor));
            } finally {
                Reference.reachabilityFence(set);
            }
        }

        @Override
        protected long sleeper() {
            return sleepers.get().name;
        }

        @Override
        protected void sleepUnlessCalled(Cursor cursor) throws IOException {
            if (closed) {
                throw new ClosedChannelException(); // the number may be another file's by now
            }
            if (libc.read(descriptor, sleepers.get().signalAddress, SIGNAL_BYTES) < 0) {
                FailedCallException.unlessInterrupted("read of a signalfd");
            }
        }

        @Override
        protected void wake(Cursor cursor, long sleeper) throws IOException {
            if (libc.syscall(signalling, sleeper >>> Integer.SIZE, sleeper & THREAD, SIGURG, 0) < 0) {
                switch (Errno.last()) {
                    case ESRCH -> {} // the sleeper has ended
                    case EPERM -> {
                        FailedCallException refused = FailedCallException.last("tgkill");
                        throw new IOException(
                                refused.getMessage()
                                        + "; run both peers as one user, in containers without a rule against signals",
                                refused);
                    }
                    default -> throw FailedCallException.last("tgkill");
                }
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                libc.close(descriptor);
            }
        }

        private static ByteBuffer signals() {
            return AlignedMemory.allocate(SET_BYTES).putLong(0, 1L << (SIGURG - 1));
        }

        /** A thread that has blocked the signal, so that only the signalfd sees it. */
        private static final class Sleeper {
            private final ByteBuffer signal = AlignedMemory.allocate(SIGNAL_BYTES);
            private final long signalAddress = CLibrary.addressOf(signal);
            private final long name;

            private Sleeper(long thread) {
                name = ProcessHandle.current().pid() << Integer.SIZE | thread;
            }

            static Sleeper ofThisThread() {
                LibC libc = CLibrary.calls();
                ByteBuffer set = signals();
                try {
                    int refused = libc.pthread_sigmask(SIG_BLOCK, CLibrary.addressOf(set), 0);
                    if (refused != 0) {
                        throw new IllegalStateException(FailedCallException.returned("pthread_sigmask", refused));
                    }
                    return new Sleeper(libc.syscall(OWN_THREAD.number(), 0, 0, 0, 0));
                } finally {
                    Reference.reachabilityFence(set);
                }
            }
        }
    }
}
