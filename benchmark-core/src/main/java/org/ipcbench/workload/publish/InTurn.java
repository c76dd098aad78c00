package org.ipcbench.workload.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut.Publication;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * A channel for each subscriber. If nothing may be lost, the publisher writes to one after the other; else each has a queue and a thread that
 * empties it, as programs do. The late subscriber always has one.
 */
final class InTurn implements Publication {
    /** What a queue of messages that are not dropped may take. */
    private static final int MAX_WAITING_BYTES = 1 << 20;

    private final List<Direct> direct = new ArrayList<>();
    private final List<Queued> queued = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final CountDownLatch lateMayCome = new CountDownLatch(1);

    /** The way to one subscriber. */
    private interface Lane {
        void publish(ByteBuffer message) throws IOException;

        /** The message is not lost. */
        void end(ByteBuffer message) throws IOException;
    }

    private InTurn() {}

    /** Accepts the subscribers, in their order; the last listener is for the late one. */
    static InTurn accept(Publish publish, List<Listener> listeners) throws IOException {
        InTurn all = new InTurn();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(all);
            for (Listener listener : listeners.subList(0, listeners.size() - 1)) {
                all.accept(publish, listener);
            }
            all.add(new Queued(
                    publish.requestBytes(), late(publish), listeners.get(listeners.size() - 1), all.lateMayCome));
            opened.release();
            return all;
        }
    }

    private void accept(Publish publish, Listener listener) throws IOException {
        if (publish.whenFull().drops()) {
            Queued lane = new Queued(publish.requestBytes(), publish.whenFull(), listener, new CountDownLatch(0));
            add(lane);
            OwnThread.await(lane.accepting);
        } else {
            try (listener) {
                Direct lane = new Direct(listener.accept());
                direct.add(lane);
                lanes.add(lane);
            }
        }
    }

    private void add(Queued lane) {
        queued.add(lane);
        lanes.add(lane);
    }

    /** The late subscriber's queue. */
    private static WhenFull late(Publish publish) {
        int most = Math.max(1, Math.min(WhenFull.USUAL_DEPTH, MAX_WAITING_BYTES / publish.requestBytes()));
        return publish.whenFull().drops() ? publish.whenFull() : new WhenFull(WhenFull.Policy.BLOCK, most);
    }

    /** Has the thread that is there for it wait for the late subscriber, which gets what is published from then on. */
    void acceptLate() {
        lateMayCome.countDown();
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
        try (CloseOnFailure all = new CloseOnFailure()) {
            direct.forEach(lane -> all.add(lane.channel));
            all.add(() ->
                    OwnThread.awaitEnds(queued.stream().map(lane -> lane.thread).toList()));
            queued.forEach(Queued::beginEnd);
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
    }

    /** Written to by its own thread, from a queue. */
    private static final class Queued implements Lane {
        private final MessageQueue queue;
        private final OwnThread thread = new OwnThread("publisher");
        private final int messageBytes;
        private final CountDownLatch mayCome;
        private final Future<Channel> accepting;
        private final Future<Boolean> emptying;

        /** @param mayCome is open from when the subscriber is accepted */
        Queued(int messageBytes, WhenFull whenFull, Listener listener, CountDownLatch mayCome) {
            this.messageBytes = messageBytes;
            this.mayCome = mayCome;
            queue = new MessageQueue(whenFull, messageBytes);
            accepting = thread.begin(() -> {
                try (listener) {
                    mayCome.await();
                    return listener.accept();
                }
            });
            emptying = thread.begin(this::empty);
        }

        private boolean empty() throws IOException, InterruptedException {
            try (Channel channel = OwnThread.await(accepting)) {
                while (queue.awaitMessage()) {
                    ByteBuffer claimed =
                            channel.claim(messageBytes); // waits while the oldest message may still be dropped
                    queue.takeInto(claimed);
                    channel.commit();
                }
                return true;
            } finally {
                queue.close(); // after a failure, the publisher may wait for room
            }
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
            if (mayCome.getCount() == 0) {
                OwnThread.await(accepting);
                requireAlive();
                queue.addLast(message);
            }
        }

        private void requireAlive() throws IOException {
            if (emptying.isDone()) {
                OwnThread.await(emptying);
            }
        }

        /** The thread closes the channel when it has written what is in the queue; who has not come is not waited for. */
        void beginEnd() {
            accepting.cancel(true);
            queue.close();
            thread.beginEnd(() -> {});
        }
    }
}
