package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.DescriptorInbox;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.Sleeping;
import org.ipcbench.transports.shared.Polling;

/**
 * The ring of {@code ring-futex} with sides that sleep in a call in which they could also wait for other descriptors. Each
 * side has an eventfd; the client makes both and sends them to the server.
 */
public final class RingEventfdTransport extends RingTransport.Assisted<DescriptorInbox> {
    private static final int DESCRIPTORS = 2;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-eventfd",
                "ring in shared memory, waiting asleep (eventfd and epoll)",
                "Shared-memory ring (eventfd)",
                Set.of("shared-memory"),
                162,
                CLibrary.LIBRARY);
    }

    @Override
    DescriptorInbox offer(Session session) throws IOException {
        return DescriptorInbox.in(session.scratchDirectory());
    }

    @Override
    String addressOf(DescriptorInbox inbox) {
        return inbox.path().toString();
    }

    @Override
    Channel server(RingPair rings, DescriptorInbox inbox, Session session, Polling polling) throws IOException {
        int[] received = inbox.receive(session.token().clientProof(), DESCRIPTORS, polling);
        return rings.channel(EventfdSleeping.of(received[0], received[1]), session);
    }

    @Override
    Channel client(RingPair rings, String inbox, Session session) throws IOException {
        LibC libc = CLibrary.calls();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            int server = EventfdSleeping.descriptor();
            opened.add(() -> libc.close(server));
            int client = EventfdSleeping.descriptor();
            opened.add(() -> libc.close(client));
            DescriptorInbox.send(Path.of(inbox), session.token().clientProof(), server, client);
            opened.release();
            return rings.channel(EventfdSleeping.of(client, server), session);
        }
    }

    /**
     * Sleeps in {@code epoll_wait(2)}, where a program may also wait for other descriptors, until the other side writes to this
     * side's eventfd.
     *
     * <p>The kernel reports each write once ({@code EPOLLET}), so the eventfd is never read: its count grows, and would have to
     * be read only after 2<sup>64</sup> wake-ups.
     */
    private static final class EventfdSleeping extends Sleeping {
        private static final int EFD_CLOEXEC = 02000000;
        private static final int EPOLL_CLOEXEC = 02000000;
        private static final int EPOLL_CTL_ADD = 1;
        private static final int EPOLLIN = 1;
        private static final int EPOLLET = 1 << 31;
        private static final int FOR_EVER = -1;

        /** The largest size of an {@code epoll_event} on any processor. */
        private static final int EVENT_BYTES = 16;

        private final LibC libc = CLibrary.calls();
        private final ByteBuffer memory = AlignedMemory.allocate(EVENT_BYTES + Long.BYTES);
        private final long event = CLibrary.addressOf(memory);
        private final long one = event + EVENT_BYTES;
        private final int own;
        private final int others;
        private final int epoll;
        private boolean closed;

        private EventfdSleeping(int own, int others, int epoll) {
            this.own = own;
            this.others = others;
            this.epoll = epoll;
            memory.putLong(EVENT_BYTES, 1);
        }

        /**
         * Takes both descriptors over.
         *
         * @param own written by the other side, to wake this one
         * @param others written by this side, to wake the other one
         */
        static EventfdSleeping of(int own, int others) throws IOException {
            LibC libc = CLibrary.calls();
            try (CloseOnFailure opened = new CloseOnFailure()) {
                opened.add(() -> libc.close(own));
                opened.add(() -> libc.close(others));
                int epoll = (int) CLibrary.check("epoll_create1", libc.epoll_create1(EPOLL_CLOEXEC));
                opened.add(() -> libc.close(epoll));
                EventfdSleeping sleeping = new EventfdSleeping(own, others, epoll);
                sleeping.memory.putInt(0, EPOLLIN | EPOLLET);
                CLibrary.check("epoll_ctl", libc.epoll_ctl(epoll, EPOLL_CTL_ADD, own, sleeping.event));
                opened.release();
                return sleeping;
            }
        }

        /** A new eventfd. */
        static int descriptor() throws FailedCallException {
            return (int) CLibrary.check("eventfd", CLibrary.calls().eventfd(0, EFD_CLOEXEC));
        }

        @Override
        protected void sleepUnlessCalled(Cursor cursor) throws FailedCallException {
            if (libc.epoll_wait(epoll, event, 1, FOR_EVER) < 0) {
                FailedCallException.unlessInterrupted("epoll_wait");
            }
        }

        @Override
        protected void wake(Cursor cursor, long sleeper) throws FailedCallException {
            if (!closed) { // otherwise the number may belong to another descriptor by now
                CLibrary.check("write to an eventfd", libc.write(others, one, Long.BYTES));
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                libc.close(epoll);
                libc.close(own);
                libc.close(others);
            }
        }
    }
}
