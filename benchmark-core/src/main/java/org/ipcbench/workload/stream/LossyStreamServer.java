package org.ipcbench.workload.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.ArrivalWindow;
import org.ipcbench.workload.message.ArrivalWindow.Arrival;
import org.ipcbench.workload.message.BatchEndMessage;
import org.ipcbench.workload.message.BatchEndServer;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Receives all messages that arrive, and counts lost, repeated, reordered and damaged ones. It reads the clock for
 * every message, because each may be the last to arrive.
 */
final class LossyStreamServer implements ServerHalf {
    /** Size of the answers: the messages of a stream are not answered. */
    static final int NO_ANSWERS = 0;

    private final int messageBytes;
    private final MessageLayout layout;
    private final Arrivals arrivals;
    private final BatchEndServer batchEnd;
    private final Recorder recorder;
    private final NanoClock clock;
    private final long earliestNanos;
    private boolean hasOneClock = true;
    private long lastArrivalNanos;
    private long sent;

    LossyStreamServer(LossyChannel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.messageBytes = messageBytes;
        this.recorder = recorder;
        this.clock = clock;
        earliestNanos = clock.nanos() - StreamServer.MAX_START_NANOS;
        layout = MessageLayout.ofSize(messageBytes, payload);
        arrivals = Arrivals.of(layout);
        batchEnd = new BatchEndServer(channel, messageBytes, NO_ANSWERS);
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(messageBytes, 0);
    }

    @Override
    public void onTwoClocks() {
        hasOneClock = false;
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = batchEnd.next();
        if (message.remaining() == messageBytes) {
            arrived(message);
            return false;
        }
        if (batchEnd.isEnd(message)) {
            return isOver(batchEnd.answer(message));
        }
        arrivals.noteCorrupt();
        return false;
    }

    @Override
    public long sent(long handled) {
        return sent; // the client tells
    }

    @Override
    public void linger() throws IOException {
        batchEnd.linger();
    }

    private void arrived(ByteBuffer message) {
        if (!layout.isSound(message)) {
            arrivals.noteCorrupt();
            return;
        }
        long nowNanos = clock.nanos(); // only now, as with reliable transports
        long sendTimeNanos = layout.sendTimeNanos(message);
        long latencyNanos = nowNanos - sendTimeNanos;
        boolean isTimed = sendTimeNanos != 0;
        if (isTimed && (latencyNanos < 0 || sendTimeNanos - earliestNanos < 0)) {
            if (hasOneClock) {
                arrivals.noteCorrupt();
                return;
            }
            isTimed = false;
        }
        long repeatedBefore = arrivals.duplicated;
        if (arrivals.note(message)) {
            lastArrivalNanos = nowNanos;
            recorder.countMessage();
            if (isTimed) {
                recorder.recordLatency(latencyNanos); // of two clocks, the launcher drops all
            }
        } else if (arrivals.duplicated > repeatedBefore) {
            recorder.countRepeated();
        }
    }

    private boolean isOver(@Nullable BatchEndMessage end) {
        if (end == null) {
            return false;
        }
        sent = end.messages();
        recorder.recordLosses(arrivals.endBatch(sent));
        recorder.recordElapsed(Math.max(1, lastArrivalNanos - end.startNanos())); // of two clocks, the client's counts
        return true;
    }

    /** Counts the messages that the receiver of a lossy stream gets, one batch after the other. */
    private abstract static sealed class Arrivals {
        /** Number of messages of the current batch that count: undamaged, and the first with their number. */
        private long received;

        private long duplicated;
        private long reordered;
        private long corrupt;

        static Arrivals of(MessageLayout layout) {
            return layout.tellsWholeSequence() ? new Numbered(layout) : new Counted();
        }

        /** Notes an undamaged message and returns whether it counts. */
        final boolean note(ByteBuffer message) {
            boolean counts = counts(message);
            if (counts) {
                received++;
            }
            return counts;
        }

        /** Notes the arrival of a message that cannot be one of those sent. */
        final void noteCorrupt() {
            corrupt++;
        }

        /**
         * Ends a batch in which this number of messages was sent. Returns the batch's losses, and begins the next batch.
         */
        final Losses endBatch(long sent) {
            begin(sent);
            Losses losses = close(Math.max(0, sent - received), Math.max(0, received - sent));
            received = 0;
            duplicated = 0;
            reordered = 0;
            corrupt = 0;
            return losses;
        }

        abstract boolean counts(ByteBuffer message);

        /** Ends a batch with this number of messages, and begins the next one. */
        abstract void begin(long sent);

        /** Combines the counts into losses; {@code surplus} is the number of messages beyond those sent. */
        abstract Losses close(long lost, long surplus);

        /** Counts messages that carry their number. */
        private static final class Numbered extends Arrivals {
            private final MessageLayout layout;
            private final ArrivalWindow window = new ArrivalWindow();

            Numbered(MessageLayout layout) {
                this.layout = layout;
            }

            @Override
            boolean counts(ByteBuffer message) {
                Arrival arrival = window.note(layout.sequence(message));
                switch (arrival) {
                    case AHEAD -> {
                        return true;
                    }
                    case LATE -> {
                        super.reordered++;
                        return true;
                    }
                    case REPEATED -> super.duplicated++;
                    case IMPOSSIBLE -> noteCorrupt();
                    case STALE -> {
                        // it was counted as lost when its batch ended
                    }
                }
                return false;
            }

            @Override
            void begin(long sent) {
                window.beginAt(window.first() + sent);
            }

            /** A message with a number that was never sent was damaged, although it looked undamaged. */
            @Override
            Losses close(long lost, long surplus) {
                return new Losses(lost, super.duplicated, super.reordered, super.corrupt + surplus);
            }
        }

        /** Counts messages that are too small for a number: only their count is known. */
        private static final class Counted extends Arrivals {
            @Override
            boolean counts(ByteBuffer message) {
                return true;
            }

            @Override
            void begin(long sent) {
                // only the count of a batch is known
            }

            @Override
            Losses close(long lost, long surplus) {
                return new Losses(lost, surplus, 0, super.corrupt);
            }
        }
    }
}
