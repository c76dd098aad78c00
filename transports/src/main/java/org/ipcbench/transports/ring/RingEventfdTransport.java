package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.DescriptorInbox;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.shared.Polling;

/**
 * The ring of {@code ring-futex} with sides that sleep in a call in which they could also wait for other descriptors. Each
 * side has an eventfd; the client makes both and sends them to the server.
 */
public final class RingEventfdTransport extends RingTransport {
    private static final int DESCRIPTORS = 2;

    public RingEventfdTransport() {
        super(WaitStrategy.BLOCKING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-eventfd",
                "ring in shared memory, waiting asleep (eventfd and epoll)",
                "Shared-memory ring (eventfd)",
                Set.of(),
                162,
                CLibrary.LIBRARY);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(super::availability);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            DescriptorInbox inbox = DescriptorInbox.in(session.scratchDirectory());
            opened.add(inbox);
            Listener rings = listen(session, (pair, polling) -> server(pair, inbox, session, polling));
            opened.release();
            return new InboxListener(rings, inbox);
        }
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        InboxAddress both = InboxAddress.of(address);
        return connect(session, both.ring(), (rings, polling) -> client(rings, both.inbox(), session));
    }

    private static Channel server(RingPair rings, DescriptorInbox inbox, Session session, Polling polling)
            throws IOException {
        int[] received = inbox.receive(session.token().clientProof(), DESCRIPTORS, polling);
        return rings.channel(EventfdSleeping.of(received[0], received[1]), session);
    }

    private static Channel client(RingPair rings, Path inbox, Session session) throws IOException {
        LibC libc = CLibrary.calls();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            int server = EventfdSleeping.descriptor();
            opened.add(() -> libc.close(server));
            int client = EventfdSleeping.descriptor();
            opened.add(() -> libc.close(client));
            DescriptorInbox.send(inbox, session.token().clientProof(), server, client);
            opened.release();
            return rings.channel(EventfdSleeping.of(client, server), session);
        }
    }
}
