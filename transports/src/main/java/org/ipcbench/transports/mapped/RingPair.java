package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.InPlaceChannel.Duplex;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.RingAuthentication;

/**
 * The memory that both sides of a session share, as one of them sees it.
 *
 * @param outgoing written by this side
 * @param incoming written by the other side
 * @param file holds both
 * @param authentication in the file's first page
 */
public record RingPair(Ring outgoing, Ring incoming, RingFile file, RingAuthentication authentication)
        implements Closeable {

    /** A channel over both rings, which closes them. Its reader spins before it waits, if the session asks for that. */
    public Channel channel(Waiting waiting, Session session) {
        return new InPlaceChannel(
                new RingWriter(outgoing, waiting),
                reader(waiting, session),
                memory(waiting),
                outgoing.geometry().room());
    }

    /** Like {@link #channel}, for a way of waiting that two threads can share. */
    public DuplexChannel duplexChannel(Waiting waiting, Session session) {
        return duplexChannel(waiting, waiting, session);
    }

    /**
     * Like {@link #channel}, for two threads that do not share how they wait.
     *
     * @param sending how the writer waits for room
     * @param receiving how the reader waits for messages
     */
    public DuplexChannel duplexChannel(Waiting sending, Waiting receiving, Session session) {
        return duplexChannel(new RingWriter(outgoing, sending), sending, receiving, session);
    }

    /** Like {@link #channel}, with a writer of its own. */
    public DuplexChannel duplexChannel(InPlaceWriter writer, Waiting sending, Waiting receiving, Session session) {
        return new Duplex(
                writer,
                reader(receiving, session),
                () -> {
                    try (Closeable memory = memory(sending)) {
                        receiving.close();
                    }
                },
                outgoing.geometry().room());
    }

    private RingReader reader(Waiting waiting, Session session) {
        return new RingReader(incoming, Waiting.SpinningFirst.asAsked(waiting, session));
    }

    private Closeable memory(Waiting waiting) {
        return () -> {
            try (this) {
                waiting.close();
            }
        };
    }

    /** This side no longer uses the memory; the second side to close frees it. To be called once. */
    @Override
    public void close() throws IOException {
        try (file) {
            if (authentication.leave()) {
                file.freeRings();
            }
        }
    }
}
