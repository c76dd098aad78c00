package org.ipcbench.transports.junixsocket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.jspecify.annotations.Nullable;

/** The server's end of a connection: answers over its own socket, and takes messages from an inbox, alone or as it is told. */
final class SharedInboxChannel implements LossyChannel {
    private final DatagramMessages answers;
    private final SharedInbox inbox;
    private final boolean isOnly;
    /** Length of the message in the inbox that is this connection's. */
    private int pending = DatagramInbox.NOTHING;
    /** Whether this one tells of the strangers who sent to the inbox of all. */
    private boolean tellsOfStrangers;

    private SharedInboxChannel(DatagramMessages answers, SharedInbox inbox, boolean isOnly) {
        this.answers = answers;
        this.inbox = inbox;
        this.isOnly = isOnly;
        tellsOfStrangers = isOnly;
    }

    /** Takes both over. */
    static SharedInboxChannel only(DatagramMessages answers, SharedInbox inbox) {
        return new SharedInboxChannel(answers, inbox, true);
    }

    /** Takes the socket for answers over. */
    static SharedInboxChannel ofSeveral(DatagramMessages answers, SharedInbox inbox) {
        return new SharedInboxChannel(answers, inbox, false);
    }

    /** Takes the inbox and its channels over, which one thread serves. */
    static MultiplexedChannels join(SharedInbox inbox, List<Channel> accepted) {
        List<SharedInboxChannel> channels =
                accepted.stream().map(SharedInboxChannel.class::cast).toList();
        channels.get(0).tellsOfStrangers = true;
        return new Joint(inbox, channels);
    }

    @Override
    public ByteBuffer claim(int length) {
        return answers.claim(length);
    }

    @Override
    public void commit() throws IOException {
        answers.commit();
    }

    @Override
    public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
        int length = isOnly ? inbox.receive(Math.max(1, timeoutNanos)) : pending;
        pending = DatagramInbox.NOTHING;
        if (length == 0) {
            throw new EOFException("the other side has closed the connection");
        }
        return length == DatagramInbox.NOTHING ? null : inbox.view(length);
    }

    @Override
    public long strangers() {
        return tellsOfStrangers ? inbox.strangers() : 0;
    }

    @Override
    public void close() throws IOException {
        try (answers) {
            if (isOnly) {
                inbox.close();
            }
        }
    }

    private record Joint(SharedInbox inbox, List<SharedInboxChannel> own) implements MultiplexedChannels {
        @Override
        public List<Channel> channels() {
            return List.copyOf(own);
        }

        @Override
        public int next(int length) throws IOException {
            int arrived = inbox.receive(DatagramInbox.ALWAYS);
            own.get(inbox.sender()).pending = arrived;
            return inbox.sender();
        }

        @Override
        public void close() throws IOException {
            try (inbox) {
                MultiplexedListeners.closeAll(own);
            }
        }
    }
}
