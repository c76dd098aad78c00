package org.ipcbench.transports.ring;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.mapped.Waiting.Spinning;

/**
 * The ring of {@code ring-spin} with a reader that delays its next read of the cursor: more messages per second, but each
 * of them later.
 */
public final class RingBatchTransport extends RingTransport.Unassisted {
    public RingBatchTransport() {
        super(WaitStrategy.SPINNING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-batch",
                "ring in shared memory, read in batches",
                "Shared-memory ring (batches)",
                Set.of("shared-memory"),
                165);
    }

    @Override
    Waiting waiting() {
        return new Batching();
    }

    /** Spins, but leaves the writer of a stream alone for a while, so that the reader finds many messages at once. */
    private static final class Batching implements Waiting {
        /**
         * How long a reader that keeps up delays the next read of the cursor, in spins. Each read takes the cursor's cache line
         * from the writer, which then has to wait for the line at its next message: a stream of small messages spends more time
         * on that line than on its messages. The delay is a few microseconds, in which the writer continues undisturbed.
         */
        private static final int SPINS_BEFORE_LOOKING = 256;

        private final Waiting spinning = new Spinning();

        @Override
        public void beforeLooking(long taken) {
            if (taken > 1) {
                for (int i = 0; i < SPINS_BEFORE_LOOKING; i++) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public void await(Cursor cursor, long seenPosition) throws IOException {
            spinning.await(cursor, seenPosition);
        }

        @Override
        public void moved(Cursor cursor) throws IOException {
            spinning.moved(cursor);
        }
    }
}
