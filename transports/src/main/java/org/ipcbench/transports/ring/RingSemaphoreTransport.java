package org.ipcbench.transports.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.Sleeping;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.sysv.ObjectKind;
import org.ipcbench.transports.sysv.SysvObject;

/**
 * The ring of {@code ring-futex} with sides that sleep at System V semaphores, which the server makes. A semaphore of POSIX
 * sleeps in {@code futex(2)}, so that it would be {@code ring-futex} with another name.
 */
public final class RingSemaphoreTransport extends RingTransport.Assisted<RingSemaphoreTransport.Semaphores> {
    /** Four numbers, of which the limit of sets is the last. */
    private static final KernelSetting LIMITS = new KernelSetting("kernel.sem");

    /** Asks for a set without a right to it, and does not make it. */
    private static final SystemCall OPEN = new SystemCall("semget", 64, 190, 1);

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-semaphore",
                "ring in shared memory, waiting asleep (System V semaphore)",
                "Shared-memory ring (semaphore)",
                Set.of("shared-memory"),
                163,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return super.traits().with(Trait.DUPLEX, Trait.IPC_NAMESPACE);
    }

    @Override
    public Availability availability() {
        return super.availability()
                .and(() -> LIMITS.availability(
                        "System V semaphores", "CONFIG_SYSVIPC", () -> CallFilter.isPossible(OPEN)));
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        super.removeLeftOvers(scratchDirectory);
        SysvObject.removeLeftOvers(ObjectKind.SEMAPHORES, scratchDirectory);
    }

    @Override
    Semaphores offer(Session session) throws IOException {
        try {
            return new Semaphores(
                    SysvObject.create(ObjectKind.SEMAPHORES, session.scratchDirectory(), Sleeper.values().length));
        } catch (FailedCallException e) {
            throw e.errno() == Errno.ENOSPC
                    ? new IOException(
                            "no semaphores: %s; remove sets (ipcs -s), or raise kernel.sem".formatted(e.getMessage()),
                            e)
                    : e;
        }
    }

    @Override
    String addressOf(Semaphores offered) {
        return Integer.toString(offered.set.id());
    }

    @Override
    Channel server(RingPair rings, Semaphores offered, Session session, Polling polling) {
        int set = offered.set.id();
        Channel channel = rings.duplexChannel(
                new SemaphoreSleeping(set, Sleeper.SERVERS_WRITER, Sleeper.CLIENTS_READER, offered.set::remove),
                new SemaphoreSleeping(set, Sleeper.SERVERS_READER, Sleeper.CLIENTS_WRITER, () -> {}),
                session);
        offered.channelRemovesThem();
        return channel;
    }

    @Override
    Channel client(RingPair rings, String offered, Session session) {
        int set = Integer.parseInt(offered);
        return rings.duplexChannel(
                new SemaphoreSleeping(set, Sleeper.CLIENTS_WRITER, Sleeper.SERVERS_READER, () -> {}),
                new SemaphoreSleeping(set, Sleeper.CLIENTS_READER, Sleeper.SERVERS_WRITER, () -> {}),
                session);
    }

    /** Who may sleep; each has the semaphore of this number, because two threads of a side may sleep at once. */
    private enum Sleeper {
        SERVERS_READER(0),
        SERVERS_WRITER(1),
        CLIENTS_READER(2),
        CLIENTS_WRITER(3);

        private final short semaphore;

        Sleeper(int semaphore) {
            this.semaphore = (short) semaphore;
        }
    }

    /** The set of semaphores, which belongs to the listener, and to the channel as soon as there is one. */
    static final class Semaphores implements Closeable {
        private final SysvObject set;
        private boolean belongsToChannel;

        private Semaphores(SysvObject set) {
            this.set = set;
        }

        private synchronized void channelRemovesThem() {
            belongsToChannel = true;
        }

        /** Called by the listener. */
        @Override
        public synchronized void close() throws IOException {
            if (!belongsToChannel) {
                set.remove();
            }
        }
    }

    /**
     * Sleeps in {@code semop(2)} until its semaphore is above zero, and takes one off. The server removes the semaphores once it has
     * closed its cursors, which ends the client's sleep, too.
     */
    private static final class SemaphoreSleeping extends Sleeping {
        /** {@code sembuf}: the semaphore's number, what is added, and flags, two bytes each. */
        private static final int OPERATION_BYTES = 6;

        private static final int WAKE_AT = 8;

        private final LibC libc = CLibrary.calls();
        private final ByteBuffer operations = AlignedMemory.allocate(WAKE_AT + OPERATION_BYTES);
        private final long sleep = CLibrary.addressOf(operations);
        private final long wake = sleep + WAKE_AT;
        private final int set;
        private final Closeable end;

        /** @param end what closing ends besides */
        SemaphoreSleeping(int set, Sleeper own, Sleeper others, Closeable end) {
            this.set = set;
            this.end = end;
            operations.putShort(0, own.semaphore).putShort(2, (short) -1);
            operations.putShort(WAKE_AT, others.semaphore).putShort(WAKE_AT + 2, (short) 1);
        }

        @Override
        protected void sleepUnlessCalled(Cursor cursor) throws FailedCallException {
            if (libc.semop(set, sleep, 1) < 0) {
                switch (Errno.last()) {
                    case EINTR -> {} // the caller looks at the cursor
                    case EINVAL, EIDRM -> requireClosed(cursor);
                    default -> throw FailedCallException.last("semop");
                }
            }
        }

        @Override
        protected void wake(Cursor cursor, long sleeper) throws FailedCallException {
            while (libc.semop(set, wake, 1) < 0) {
                switch (Errno.last()) {
                    case EINVAL,
                            EIDRM,
                            ERANGE -> { // removed, so nobody sleeps there; or called more often than anybody has slept
                        return;
                    }
                    case EINTR -> {}
                    default -> throw FailedCallException.last("semop");
                }
            }
        }

        /** The semaphores may be gone only with the other side. */
        private static void requireClosed(Cursor cursor) throws FailedCallException {
            if (!cursor.isClosed()) {
                throw FailedCallException.last("semop");
            }
        }

        @Override
        public void close() throws IOException {
            end.close();
        }
    }
}
