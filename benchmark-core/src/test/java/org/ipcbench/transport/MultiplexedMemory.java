package org.ipcbench.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.jspecify.annotations.Nullable;

/**
 * Several clients and their server in memory, on two threads: all clients write into one queue, in whose order the server is told of
 * their messages, and each client has a queue of its own for the answers.
 */
public final class MultiplexedMemory implements MultiplexedListener {
    /** Far above what a busy machine needs. */
    private static final long DEADLINE_SECONDS = 20;

    private static final int NOBODY = -1;
    private static final ByteBuffer CLOSED = ByteBuffer.allocate(0);

    private final BlockingQueue<Message> toServer = new LinkedBlockingQueue<>();
    private final List<ClientEnd> clients;
    private final List<ServerEnd> servers;
    private volatile boolean listening = true;
    private volatile boolean serving;
    private @Nullable Message shown;

    private record Message(int connection, ByteBuffer content) {}

    public MultiplexedMemory(int connections, int largestBytes) {
        clients = IntStream.range(0, connections)
                .mapToObj(i -> new ClientEnd(i, largestBytes))
                .toList();
        servers = clients.stream()
                .map(client -> new ServerEnd(client, largestBytes))
                .toList();
    }

    public Channel client(int connection) {
        return clients.get(connection);
    }

    /** The next message that this client sends gets lost. */
    public void loseNextOf(int connection) {
        clients.get(connection).loses = true;
    }

    /** The server cannot wait any longer, which is the fault of no client. */
    public void breakDown() {
        toServer.add(new Message(NOBODY, CLOSED));
    }

    /** Whether clients may still come, or are served. */
    public boolean isOpen() {
        return listening || serving;
    }

    @Override
    public List<String> addresses() {
        return clients.stream().map(client -> "").toList();
    }

    @Override
    public MultiplexedChannels accept() {
        serving = true;
        return new ServerEnds();
    }

    @Override
    public void close() {
        listening = false;
    }

    private static <T> T take(BlockingQueue<T> queue) throws IOException {
        try {
            T next = queue.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new IOException("nothing has come for %d s".formatted(DEADLINE_SECONDS));
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    /** Used by the server's thread. */
    private final class ServerEnds implements MultiplexedChannels {
        @Override
        public List<Channel> channels() {
            return List.copyOf(servers);
        }

        @Override
        public int next(int length) throws IOException {
            Message next = take(toServer);
            if (next.connection() == NOBODY) {
                throw new IOException("the queue is broken");
            }
            shown = next;
            return next.connection();
        }

        @Override
        public void close() {
            serving = false;
        }
    }

    private abstract static class End implements Channel {
        private final ByteBuffer outgoing;

        End(int largestBytes) {
            outgoing = ByteBuffer.allocateDirect(largestBytes).order(ByteOrder.nativeOrder());
        }

        abstract void send(ByteBuffer message) throws IOException;

        abstract ByteBuffer next() throws IOException;

        @Override
        public final ByteBuffer claim(int length) {
            return outgoing.clear().limit(length);
        }

        @Override
        public final void commit() throws IOException {
            ByteBuffer message = ByteBuffer.allocateDirect(outgoing.limit()).order(ByteOrder.nativeOrder());
            send(message.put(0, outgoing, 0, outgoing.limit()));
        }

        @Override
        public final ByteBuffer receive(int length) throws IOException {
            ByteBuffer message = next();
            if (!message.hasRemaining()) {
                throw new EOFException("the other side has closed");
            }
            if (message.limit() != length) {
                throw new WrongLengthException(message.limit(), length);
            }
            return message;
        }
    }

    private final class ClientEnd extends End {
        private final int connection;
        private final BlockingQueue<ByteBuffer> answers = new LinkedBlockingQueue<>();
        private boolean loses;

        ClientEnd(int connection, int largestBytes) {
            super(largestBytes);
            this.connection = connection;
        }

        @Override
        void send(ByteBuffer message) {
            if (!loses) {
                toServer.add(new Message(connection, message));
            }
            loses = false;
        }

        @Override
        ByteBuffer next() throws IOException {
            return take(answers);
        }

        @Override
        public void close() {
            toServer.add(new Message(connection, CLOSED));
        }
    }

    private final class ServerEnd extends End {
        private final ClientEnd client;

        ServerEnd(ClientEnd client, int largestBytes) {
            super(largestBytes);
            this.client = client;
        }

        @Override
        void send(ByteBuffer message) {
            client.answers.add(message);
        }

        @Override
        ByteBuffer next() throws IOException {
            Message message = shown;
            shown = null;
            if (message == null || message.connection() != client.connection) {
                throw new IOException("the next message is not this client's");
            }
            return message.content();
        }

        @Override
        public void close() {
            client.answers.add(CLOSED);
        }
    }
}
