package org.ipcbench.workload.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut.Publication;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.jspecify.annotations.Nullable;

/** The publisher's end: the channel over which both sides agree, and the way to all subscribers. */
final class PublisherEnd implements Channel {
    /** Between the addresses of both. */
    static final String SEPARATOR = "\n";

    private final Channel agreed;
    private final Publication publication;

    private PublisherEnd(Channel agreed, Publication publication) {
        this.agreed = agreed;
        this.publication = publication;
    }

    /** Listens for the subscribers' side, and for each subscriber unless the transport serves all of them by itself. */
    static Listener listen(Publish publish, Transport transport, Session session) throws IOException {
        try (CloseOnFailure listening = new CloseOnFailure()) {
            Listener agreed = transport.listen(session);
            listening.add(agreed);
            Publication own = null;
            List<Listener> listeners = new ArrayList<>();
            if (transport.fanOut().isPresent()) {
                own = transport.fanOut().get().publish(publish.session(session), publish.whenFull());
                listening.add(own);
            } else {
                for (int i = 0; i <= publish.subscribers(); i++) {
                    Listener listener = transport.listen(publish.session(session, i));
                    listening.add(listener);
                    listeners.add(listener);
                }
            }
            listening.release();
            return new PublisherListener(publish, agreed, own, listeners);
        }
    }

    static PublisherEnd of(Channel channel) {
        return (PublisherEnd) channel;
    }

    Publication publication() {
        return publication;
    }

    @Override
    public long strangers() {
        return agreed.strangers();
    }

    /** The channel over which both sides agree. */
    Channel agreed() {
        return agreed;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return agreed.claim(length);
    }

    @Override
    public void commit() throws IOException {
        agreed.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return agreed.receive(length);
    }

    @Override
    public void close() throws IOException {
        try (agreed) {
            publication.close();
        }
    }

    /** Waits for the subscribers' side; the transport has its own way to all of them, or there is a listener for each. */
    private static final class PublisherListener implements Listener {
        private final Publish publish;
        private final Listener agreed;
        private final @Nullable Publication own;
        private final List<Listener> listeners;
        private boolean accepted;

        PublisherListener(Publish publish, Listener agreed, @Nullable Publication own, List<Listener> listeners) {
            this.publish = publish;
            this.agreed = agreed;
            this.own = own;
            this.listeners = listeners;
        }

        @Override
        public String address() {
            return Stream.concat(
                            Stream.of(agreed.address()),
                            own == null ? listeners.stream().map(Listener::address) : Stream.of(own.address()))
                    .collect(Collectors.joining(SEPARATOR));
        }

        @Override
        public Channel accept() throws IOException {
            Channel channel = agreed.accept();
            try (CloseOnFailure opened = new CloseOnFailure()) {
                opened.add(channel);
                Publication publication = own == null ? InTurn.accept(publish, listeners) : own;
                accepted = true;
                opened.release();
                return new PublisherEnd(channel, publication);
            }
        }

        @Override
        public void close() throws IOException {
            try (CloseOnFailure all = new CloseOnFailure()) {
                all.add(agreed);
                if (!accepted) {
                    if (own != null) {
                        all.add(own);
                    }
                    listeners.forEach(all::add);
                }
            }
        }
    }
}
