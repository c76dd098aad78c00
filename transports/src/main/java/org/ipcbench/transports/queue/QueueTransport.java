package org.ipcbench.transports.queue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.SpinLoop;
import org.jspecify.annotations.Nullable;

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
                        Trait.HIDES_DEATH,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX,
                        Trait.SHARED_REQUESTS,
                        Trait.IPC_NAMESPACE)
                .withBuffer(buffer)
                .withSizeLimit(limit);
    }

    @Override
    public final Listener listen(Session session) throws IOException {
        return new QueueListener(queues(), session);
    }

    @Override
    public final Optional<String> lackForWorkers(Workers workers, int messageBytes) {
        return workers.byPort() ? Optional.of("has no port; omit :reuseport") : Optional.empty();
    }

    @Override
    public final Listener listenAmong(Session session, String ticket) throws IOException {
        return new QueueListener(
                queues(), session, session.all().isFirst() ? queues().create(session) : queues().join(ticket));
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
            this(queues, session, queues.create(session));
        }

        /** @param source the queue, which belongs to this listener */
        QueueListener(QueueMaker queues, Session session, MessageQueue source) {
            this.queues = queues;
            this.session = session;
            this.source = source;
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

    /** Two queues: the other side's to send through, this side's own to receive from. */
    private static sealed class QueueChannel implements DuplexChannel {
        private final MessageQueue sink;
        private final MessageQueue source;
        private final Message outgoing;
        private final Message incoming;
        private final Duration linger;
        private final boolean isOnlyServer;
        private int claimed;
        private boolean ended;
        private boolean closed;

        /** The client's side: makes a queue to receive from and authenticates with the server at this address. */
        static Channel connect(QueueMaker queues, Session session, String address) throws IOException {
            MessageQueue sink = queues.open(address);
            try {
                MessageQueue source = queues.create(session);
                try {
                    new QueueAuthentication(queues, session).proveToServer(sink, source);
                    source.hide();
                    return of(sink, source, session);
                } catch (IOException e) {
                    source.close();
                    throw e;
                }
            } catch (IOException e) {
                sink.close();
                throw new IOException("cannot connect to the queue %s: %s".formatted(address, e.getMessage()), e);
            }
        }

        /** Takes both queues over; closes the other side's if this side's cannot be hidden. */
        static Channel over(MessageQueue sink, MessageQueue source, Session session) throws IOException {
            try {
                source.hide();
                return of(sink, source, session);
            } catch (IOException e) {
                sink.close();
                throw e;
            }
        }

        private static Channel of(MessageQueue sink, MessageQueue source, Session session) {
            return SpinLoop.isAsked(session)
                    ? new Spinning(sink, source, session)
                    : new QueueChannel(sink, source, session);
        }

        QueueChannel(MessageQueue sink, MessageQueue source, Session session) {
            this.sink = sink;
            this.source = source;
            outgoing = new Message(session.maxMessageBytes());
            incoming = new Message(session.maxMessageBytes());
            linger = session.connectTimeout();
            isOnlyServer = session.all().number() == 1;
        }

        @Override
        public boolean keepsOrder() {
            return isOnlyServer;
        }

        @Override
        public Room room(int messageBytes) throws IOException {
            long there = sink.capacity(messageBytes);
            return new Room(there, source.capacity(messageBytes), OptionalLong.of(there));
        }

        @Override
        public ByteBuffer claim(int length) {
            claimed = length;
            return outgoing.payload(length);
        }

        @Override
        public void commit() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            sink.send(outgoing, claimed);
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            int received = closed || ended ? MessageQueue.NONE : next(incoming, length);
            if (received != length) {
                throw explained(received, length);
            }
            return incoming.payload(length);
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                try (source;
                        sink) {
                    announceEnd();
                }
            }
        }

        /** Waits for the next data, see {@link MessageQueue#receive}. */
        int next(Message message, int length) throws IOException {
            return source.receive(message, length);
        }

        private IOException explained(int received, int length) {
            if (closed) {
                return new ClosedChannelException();
            }
            if (received == MessageQueue.NONE) {
                ended = true;
                return new EOFException("the other side has closed the queue");
            }
            return new WrongLengthException(received, length);
        }

        /**
         * Announces the end; waits for room only if messages of one byte each have filled the queue, or if the queue counts
         * messages.
         */
        private void announceEnd() throws IOException {
            Polling polling = new Polling(linger);
            try {
                while (!ended && !sink.offer(outgoing, MessageQueue.MessageKind.END, 0)) {
                    ended = source.poll(incoming, MessageQueue.MessageKind.END) != MessageQueue.NONE;
                    polling.rest("room to tell the other side that this one closes");
                }
            } catch (MessageQueue.QueueIsGoneException e) {
                ended = true; // the other side has closed before
            }
        }

        /** Asks the queue again and again for some time, without waiting, before it waits in the kernel. */
        private static final class Spinning extends QueueChannel {
            private final MessageQueue source;
            private final SpinLoop spin;

            Spinning(MessageQueue sink, MessageQueue source, Session session) {
                super(sink, source, session);
                this.source = source;
                spin = new SpinLoop(session);
            }

            @Override
            int next(Message message, int length) throws IOException {
                spin.begin();
                while (spin.lasts()) {
                    int received = source.receiveNow(message, length);
                    if (received != MessageQueue.NOT_YET) {
                        return received;
                    }
                }
                return source.receive(message, length);
            }
        }
    }

    /**
     * Authentication by a queue's first message: the client sends its proof and the address of its own queue, and the server
     * answers there with its proof. So each side removes its own queue, and an answer reaches no other process. Authentication
     * never waits in the kernel, where a deadline could not end it.
     */
    private static final class QueueAuthentication {
        private final QueueMaker queues;
        private final Session session;
        private final Polling polling;
        private final Message message;

        QueueAuthentication(QueueMaker queues, Session session) {
            this.queues = queues;
            this.session = session;
            polling = new Polling(session.connectTimeout());
            message = new Message(session.maxMessageBytes());
        }

        /**
         * The client's side: shows its proof and demands the server's, of each of several.
         *
         * @param sink the server's queue
         * @param source the client's queue
         */
        void proveToServer(MessageQueue sink, MessageQueue source) throws IOException {
            for (int i = 0; i < session.all().number(); i++) {
                proveToOne(sink, source);
            }
        }

        private void proveToOne(MessageQueue sink, MessageQueue source) throws IOException {
            while (!sink.offer(
                    message, MessageQueue.MessageKind.HELLO, put(session.token().clientProof(), source.address()))) {
                polling.rest("room for the proof of the session's token");
            }
            int length = source.poll(message, MessageQueue.MessageKind.HELLO);
            while (length == MessageQueue.NONE) {
                polling.rest("the server's answer");
                length = source.poll(message, MessageQueue.MessageKind.HELLO);
            }
            if (!isProof(session.token().serverProof(), length)) {
                throw new IOException("peer failed authentication");
            }
        }

        /**
         * The server's side: answers the client that belongs to the session, and skips all others.
         *
         * @param source the server's queue
         * @return the client's queue
         */
        MessageQueue verifyClient(MessageQueue source) throws IOException {
            MessageQueue sink = nextClient(source);
            while (sink == null) {
                polling.rest("a client that proves the session's token");
                sink = nextClient(source);
            }
            try {
                if (session.all().number() == 1) { // another server's proof may be there
                    discardWhatStrangersSent(source); // the client sends nothing before the answer
                }
                while (!sink.offer(
                        message,
                        MessageQueue.MessageKind.HELLO,
                        put(session.token().serverProof(), ""))) {
                    polling.rest("room for the answer to a client");
                }
                return sink;
            } catch (IOException e) {
                sink.close();
                throw e;
            }
        }

        private @Nullable MessageQueue nextClient(MessageQueue source) throws IOException {
            int length = source.poll(message, MessageQueue.MessageKind.HELLO);
            if (!isProof(session.token().clientProof(), length)) {
                return null;
            }
            byte[] address = new byte[length - Token.PROOF_BYTES];
            ByteBuffer payload = message.payload(length);
            payload.position(payload.position() + Token.PROOF_BYTES).get(address);
            return open(new String(address, StandardCharsets.UTF_8));
        }

        private @Nullable MessageQueue open(String address) throws IOException {
            try {
                return queues.open(address);
            } catch (FailedCallException e) {
                return switch (e.errno()) {
                    case ENOENT, EINVAL, EIDRM -> null; // the client has given up and removed its queue
                    default ->
                        throw new IOException(
                                "cannot answer the client at the queue %s: %s".formatted(address, e.getMessage()), e);
                };
            }
        }

        private void discardWhatStrangersSent(MessageQueue source) throws IOException {
            for (MessageQueue.MessageKind kind : MessageQueue.MessageKind.values()) {
                while (source.poll(message, kind) != MessageQueue.NONE) {
                    polling.rest("the end of what strangers send");
                }
            }
        }

        private int put(byte[] proof, String address) {
            byte[] addressBytes = address.getBytes(StandardCharsets.UTF_8);
            message.payload(Message.HELLO_BYTES).put(proof).put(addressBytes);
            return proof.length + addressBytes.length;
        }

        private boolean isProof(byte[] expected, int length) {
            if (length < Token.PROOF_BYTES) {
                return false;
            }
            byte[] shown = new byte[Token.PROOF_BYTES];
            ByteBuffer payload = message.payload(length);
            payload.get(shown);
            return Token.matches(expected, shown);
        }
    }

    /** Makes and opens queues of one sort. */
    public interface QueueMaker {

        /** Makes a queue, accessible only to this user, that this process reads and removes. */
        MessageQueue create(Session session) throws IOException;

        /** Opens the queue at this address for reading, beside the process that has made it. */
        MessageQueue join(String address) throws IOException;

        /** Opens the queue at this address for writing. */
        MessageQueue open(String address) throws IOException;
    }
}
