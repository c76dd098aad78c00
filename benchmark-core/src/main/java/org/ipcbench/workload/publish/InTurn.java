package org.ipcbench.workload.publish;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut.Publication;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * A channel for each subscriber. If nothing may be lost, or the transport loses by itself, the publisher writes to one after the other; else
 * each has a queue and a thread that empties it, as programs do. The late subscriber always has one.
 */
final class InTurn implements Publication {
    private final Publish publish;
    private final Listener last;
    private final List<Lane> lanes = new ArrayList<>();

    /** The way to one subscriber. */
    private interface Lane extends Closeable {
        void publish(ByteBuffer message) throws IOException;

        /** The message is not lost. */
        void end(ByteBuffer message) throws IOException;
    }

    private InTurn(Publish publish, Listener last) {
        this.publish = publish;
        this.last = last;
    }

    /**
     * Accepts the subscribers, in their order; the last listener is for the late one.
     *
     * @param losesByItself whether no queue is needed to lose messages
     */
    static InTurn accept(Publish publish, boolean losesByItself, List<Listener> listeners) throws IOException {
        InTurn all = new InTurn(publish, listeners.get(listeners.size() - 1));
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(all);
            for (Listener listener : listeners.subList(0, listeners.size() - 1)) {
                all.lanes.add(all.lane(listener, losesByItself));
            }
            opened.release();
            return all;
        }
    }

    private Lane lane(Listener listener, boolean losesByItself) throws IOException {
        if (publish.whenFull().drops() && !losesByItself) {
            Queued lane = new Queued(publish, publish.whenFull(), listener);
            OwnThread.await(lane.accepting);
            return lane;
        }
        try (listener) {
            return new Direct(listener.accept());
        }
    }

    /** Has a thread wait for the late subscriber, which gets what is published from then on. */
    void acceptLate() {
        WhenFull whenFull = publish.whenFull().drops()
                ? publish.whenFull()
                : new WhenFull(WhenFull.Policy.BLOCK, WhenFull.USUAL_DEPTH);
        lanes.add(new Queued(publish, whenFull, last));
    }

    @Override
    public String address() {
        throw new UnsupportedOperationException("each subscriber has an address of its own");
    }

    @Override
    public void publish(ByteBuffer message) throws IOException {
        for (Lane lane : lanes) {
            lane.publish(message);
        }
    }

    /** Publishes a message that no subscriber loses, as far as its channel allows. */
    void end(ByteBuffer message) throws IOException {
        for (Lane lane : lanes) {
            lane.end(message);
        }
    }

    @Override
    public void close() throws IOException {
        try (last) {
            for (Lane lane : lanes) {
                lane.close();
            }
        }
    }

    private static void send(ByteBuffer message, Channel channel) throws IOException {
        ByteBuffer claimed = channel.claim(message.remaining());
        claimed.put(claimed.position(), message, message.position(), message.remaining());
        channel.commit();
    }

    /** Written to by the publisher itself. */
    private record Direct(Channel channel) implements Lane {
        @Override
        public void publish(ByteBuffer message) throws IOException {
            send(message, channel);
        }

        @Override
        public void end(ByteBuffer message) throws IOException {
            send(message, channel);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Written to by its own thread, from a queue. */
    private static final class Queued implements Lane {
        private final MessageQueue queue;
        private final OwnThread thread = new OwnThread("publisher");
        private final int messageBytes;
        private final Future<Channel> accepting;
        private final Future<Boolean> emptying;

        Queued(Publish publish, WhenFull whenFull, Listener listener) {
            messageBytes = publish.requestBytes();
            queue = new MessageQueue(whenFull, messageBytes);
            accepting = thread.begin(() -> {
                try (listener) {
                    return listener.accept();
                }
            });
            emptying = thread.begin(this::empty);
        }

        private boolean empty() throws IOException, InterruptedException {
            Channel channel = OwnThread.await(accepting);
            while (queue.awaitMessage()) {
                ByteBuffer claimed = channel.claim(messageBytes); // waits while the oldest message may still be dropped
                queue.takeInto(claimed);
                channel.commit();
            }
            channel.close();
            return true;
        }

        @Override
        public void publish(ByteBuffer message) throws IOException {
            if (accepting.isDone()) { // what was published before the late subscriber came is not for it
                requireAlive();
                queue.add(message);
            }
        }

        @Override
        public void end(ByteBuffer message) throws IOException {
            OwnThread.await(accepting);
            requireAlive();
            queue.addLast(message);
        }

        private void requireAlive() throws IOException {
            if (emptying.isDone()) {
                OwnThread.await(emptying);
            }
        }

        /** The thread closes the channel when it has written what is in the queue. */
        @Override
        public void close() throws IOException {
            queue.close();
            thread.end(() -> {});
        }
    }
}
