package org.ipcbench.workload.stream;

import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.workload.message.ArrivalWindow;
import org.ipcbench.workload.message.ArrivalWindow.Arrival;
import org.ipcbench.workload.message.MessageLayout;

/** Counts the messages that the receiver of a lossy stream gets, one batch after the other. */
abstract sealed class Arrivals {
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
