package org.ipcbench.transports.inprocess;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.inprocess.HandoffChannel.Handoff;
import org.ipcbench.transports.inprocess.HandoffChannel.Memory;
import org.ipcbench.transports.inprocess.HandoffChannel.Parcel;
import org.jspecify.annotations.Nullable;

/** Two threads of one JVM with an {@link ArrayBlockingQueue} in each direction. */
public final class HandoffQueueTransport extends OneProcessTransport {
    /** A queue holds as much as a pipe usually does, but one message at least, and not more than these. */
    private static final int QUEUE_BYTES = 1 << 16;

    private static final int MAX_MESSAGES = 1 << 10;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "handoff-queue",
                "an array queue between two threads of one JVM",
                "Handoff (Array Queue)",
                Set.of("threads"),
                980);
    }

    @Override
    public Traits traits() {
        return HandoffChannel.TRAITS;
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(messages(messageBytes));
    }

    private static int messages(int messageBytes) {
        return Math.max(1, Math.min(MAX_MESSAGES, QUEUE_BYTES / messageBytes));
    }

    @Override
    Ends connection(int maxMessageBytes) {
        int messages = messages(maxMessageBytes);
        Room room = Room.ofEach(messages, messages);
        Handoff toServer = new Queue(messages, maxMessageBytes);
        Handoff toClient = new Queue(messages, maxMessageBytes);
        return new Ends(new HandoffChannel(toServer, toClient, room), new HandoffChannel(toClient, toServer, room));
    }

    /** A queue whose parcels go round: one is being made, one is at the taker, and all others may be in the queue. */
    private static final class Queue implements Handoff {
        private static final Parcel END = new Parcel(0);

        private static final long LOOK_MILLIS = 100;

        private final ArrayBlockingQueue<Parcel> queue;
        private final Memory memory;
        private int made;
        private volatile boolean closed;

        Queue(int messages, int maxMessageBytes) {
            queue = new ArrayBlockingQueue<>(messages);
            memory = new Memory(messages + 2, maxMessageBytes);
        }

        @Override
        public Memory memory() {
            return memory;
        }

        @Override
        public Parcel next() {
            return memory.parcel(made);
        }

        /** A taker that closes just now may leave a queue that is full, and that nobody empties: the giver looks. */
        @Override
        public void give() throws InterruptedException {
            while (!queue.offer(memory.parcel(made), LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (closed) {
                    return;
                }
            }
            made = made + 1 == memory.parcels() ? 0 : made + 1;
        }

        /** If the queue is full when the giver closes, the taker does not wait, and looks before it would. */
        @Override
        public @Nullable Parcel take() throws InterruptedException {
            Parcel taken = closed ? queue.poll() : queue.take();
            return taken == END ? null : taken;
        }

        @Override
        public void end() {
            closed = true;
            var unused = queue.offer(END);
        }

        @Override
        public void refuse() {
            closed = true;
            queue.clear();
            var unused = queue.offer(END); // wakes a taker
        }

        @Override
        public boolean isClosed() {
            return closed;
        }
    }
}
