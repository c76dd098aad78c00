package org.ipcbench.workload.lossy;

import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.workload.message.ArrivalWindow;
import org.ipcbench.workload.message.ArrivalWindow.Arrival;
import org.ipcbench.workload.message.MessageLayout;

/** Counts of the receiver of a lossy stream, one batch after the other. */
abstract sealed class Arrivals {
    /** Messages of the current batch that count: sound, and the first of their number. */
    private long received;

    private long duplicated;
    private long reordered;
    private long corrupt;

    static Arrivals of(MessageLayout layout) {
        return layout.tellsWholeSequence() ? new Numbered(layout) : new Counted();
    }

    /** Takes note of a sound message and tells whether it counts. */
    final boolean note(ByteBuffer message) {
        boolean counts = counts(message);
        if (counts) {
            received++;
        }
        return counts;
    }

    /** A message arrived that cannot be one of those sent. */
    final void noteCorrupt() {
        corrupt++;
    }

    /** Ends a batch, given the number of messages sent in it. Returns the batch's losses, and begins the next batch. */
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

    /** Ends a batch with this number of messages. */
    abstract void begin(long sent);

    /** Puts the counts together, where more messages than sent are a surplus. */
    abstract Losses close(long lost, long surplus);

    /** Every message tells its number. */
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

        /** A message with a number that was never sent was damaged and still looked sound. */
        @Override
        Losses close(long lost, long surplus) {
            return new Losses(lost, super.duplicated, super.reordered, super.corrupt + surplus);
        }
    }

    /** Messages too small for a number: only their count is known. */
    private static final class Counted extends Arrivals {
        @Override
        boolean counts(ByteBuffer message) {
            return true;
        }

        @Override
        void begin(long sent) {
            // nothing but the count is known of a batch
        }

        @Override
        Losses close(long lost, long surplus) {
            return new Losses(lost, surplus, 0, super.corrupt);
        }
    }
}
