package org.ipcbench.workload.publish;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.FanOut.Subscription;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.jspecify.annotations.Nullable;

/** The subscribers' end: the channel over which both sides agree, and what each subscriber receives by, which its own thread opens. */
final class SubscriberEnd implements Channel {
    private final Publish publish;
    private final Transport transport;
    private final Session session;
    private final List<String> addresses;
    private final Channel agreed;
    private final List<Joined> all = new ArrayList<>();

    /** A subscriber's thread, and what it receives by. */
    record Joined(OwnThread thread, Future<Subscription> joining) {
        /** Called in the thread. */
        Subscription subscription() throws IOException {
            return OwnThread.await(joining);
        }

        /** A join that failed or was given up has nothing to close; who waited for it knows. */
        private void beginEnd() {
            joining.cancel(true);
            thread.interrupt();
            thread.beginEnd(() -> {
                Subscription opened;
                try {
                    opened = joining.get();
                } catch (ExecutionException | CancellationException e) {
                    return;
                } catch (InterruptedException e) {
                    throw (IOException) new InterruptedIOException("interrupted while closing").initCause(e);
                }
                opened.close();
            });
        }

        private long strangers() {
            try {
                return joining.isDone() ? subscription().strangers() : 0;
            } catch (IOException | CancellationException e) {
                return 0; // as above
            }
        }
    }

    private SubscriberEnd(
            Publish publish, Transport transport, Session session, List<String> addresses, Channel agreed) {
        this.publish = publish;
        this.transport = transport;
        this.session = session;
        this.addresses = addresses;
        this.agreed = agreed;
    }

    /** Connects all subscribers but the late one. */
    static SubscriberEnd connect(Publish publish, Transport transport, Session session, String address)
            throws IOException {
        List<String> addresses = List.of(address.split(PublisherEnd.SEPARATOR, -1));
        Channel agreed = transport.connect(session, addresses.get(0));
        try (CloseOnFailure opened = new CloseOnFailure()) {
            SubscriberEnd end = new SubscriberEnd(publish, transport, session, addresses, agreed);
            opened.add(end);
            for (int i = 0; i < publish.subscribers(); i++) {
                OwnThread.await(end.join(i).joining); // one after the other, as they are accepted
            }
            opened.release();
            return end;
        }
    }

    static SubscriberEnd of(Channel channel) {
        return (SubscriberEnd) channel;
    }

    /** The subscribers that have joined. */
    List<Joined> joined() {
        return List.copyOf(all);
    }

    /** Has one more subscriber join, in its own thread. */
    Joined join(int subscriber) {
        OwnThread thread = new OwnThread("subscriber-" + (subscriber + 1));
        Joined joined = new Joined(thread, thread.begin(() -> open(subscriber)));
        all.add(joined);
        return joined;
    }

    /** A thread of a subscriber that will join later. */
    Joined later(OwnThread thread, Future<Subscription> joining) {
        Joined joined = new Joined(thread, joining);
        all.add(joined);
        return joined;
    }

    /** Lets a subscriber leave, whose thread must be idle, and waits until it has left. */
    void leave(Joined joined) throws IOException {
        all.remove(joined);
        joined.beginEnd();
        joined.thread.awaitEnd(session.connectTimeout());
    }

    /** Whether a further subscriber may join several times. With a channel of its own, the publisher accepts it once. */
    boolean mayJoinAgain() {
        return transport.fanOut().isPresent();
    }

    /** How messages get to subscribers. */
    String label() {
        return transport.fanOut().map(FanOut::label).orElse(Publish.IN_TURN);
    }

    /** Whether a message to a subscriber may be lost, even the last one of a batch. */
    boolean mayLose() {
        return transport.fanOut().isPresent() || agreed instanceof LossyChannel;
    }

    /** Whether a message may come after a later one. */
    boolean mayReorder() {
        return agreed instanceof LossyChannel;
    }

    /** Called in the subscriber's thread. */
    Subscription open(int subscriber) throws IOException {
        if (transport.fanOut().isPresent()) {
            return transport.fanOut().get().subscribe(publish.session(session), addresses.get(1), publish.whenFull());
        }
        return new OfChannel(
                transport.connect(publish.session(session, subscriber), addresses.get(1 + subscriber)),
                publish.requestBytes());
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

    /** The strangers' messages that all subscribers got, together. Called between batches, when the subscribers' threads rest. */
    @Override
    public long strangers() {
        return agreed.strangers() + all.stream().mapToLong(Joined::strangers).sum();
    }

    /** The channel over which both sides agree. */
    Channel agreed() {
        return agreed;
    }

    @Override
    public void close() throws IOException {
        try (agreed) {
            all.forEach(Joined::beginEnd);
            OwnThread.awaitEnds(all.stream().map(Joined::thread).toList());
        }
    }

    /** A channel from the publisher; one that loses nothing always has a last message. */
    private record OfChannel(Channel channel, int messageBytes) implements Subscription {
        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            return channel instanceof LossyChannel lossy
                    ? lossy.receiveWithin(timeoutNanos)
                    : channel.receive(messageBytes);
        }

        @Override
        public long strangers() {
            return channel.strangers();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
