package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;

/** A transport over two of the kernel's message queues, one for each direction. */
public abstract class QueueTransport implements Transport {
    /** Makes the queues of a peer. */
    protected abstract QueueMaker queues();

    /**
     * The traits of message queues.
     *
     * @param buffer what the buffer's size sets
     * @param limit the largest message
     */
    protected static Traits traits(String buffer, SizeLimit limit) {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX,
                        Trait.IPC_NAMESPACE)
                .withBuffer(buffer)
                .withSizeLimit(limit);
    }

    @Override
    public final Listener listen(Session session) throws IOException {
        return new QueueListener(queues(), session);
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        return QueueChannel.connect(queues(), session, address);
    }

    /** The server's queue before a client has connected. */
    public static final class QueueListener implements Listener {
        private final QueueMaker queues;
        private final Session session;
        private final MessageQueue source;
        private boolean accepted;

        public QueueListener(QueueMaker queues, Session session) throws IOException {
            this.queues = queues;
            this.session = session;
            source = queues.create(session);
        }

        @Override
        public String address() {
            return source.address();
        }

        @Override
        public Channel accept() throws IOException {
            MessageQueue sink = new QueueAuthentication(queues, session).verifyClient(source);
            Channel channel = QueueChannel.over(sink, source, session);
            accepted = true; // the queue belongs to the channel
            return channel;
        }

        @Override
        public void close() throws IOException {
            if (!accepted) {
                source.close();
            }
        }
    }
}
