package org.ipcbench.workload;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import org.ipcbench.measure.NanoClock;

/**
 * Runs batches through the very methods and connection that will be measured, until their rate is steady or the time
 * is up. A batch of a single message ends it for both halves: warm-up batches have at least two, so that even messages
 * of one byte need no other mark.
 */
public final class WarmUp {
    /** Long enough that one descheduling does not decide its rate. */
    private static final long BATCH_NANOS = 25_000_000;

    private static final int STEADY_BATCHES = 4;
    private static final double STEADY_SPREAD = 0.1;
    private static final long FEWEST_MESSAGES = 2;

    /** Goes the very way of the measured part: a single block would notice what the JVM does there for the first time. */
    private static final Extent LAST_BATCH = new Extent.Count(1);

    /** One part in this many, the last of the time, is left to the batch that is under way then. */
    private static final int PARTS = 20;

    private final NanoClock clock;
    private final long limitNanos;
    private final long lastStartNanos;

    /**
     * A warm-up that has not begun.
     *
     * @param limitNanos how long it may take, but for the end of its last batch; compilers get at least half of it
     */
    public WarmUp(NanoClock clock, long limitNanos) {
        this.clock = clock;
        this.limitNanos = limitNanos;
        lastStartNanos = limitNanos - limitNanos / PARTS;
    }

    /**
     * The client's side.
     *
     * @return nanoseconds one message took in the fastest of the last batches
     */
    public double run(ClientHalf client) throws IOException {
        long start = clock.nanos();
        long messages = FEWEST_MESSAGES;
        Deque<Double> recent = new ArrayDeque<>();
        long spentNanos;
        do {
            long batchStart = clock.nanos();
            client.batch(messages);
            long batchNanos = Math.max(1, clock.nanos() - batchStart);
            recent.addLast((double) batchNanos / messages);
            if (recent.size() > STEADY_BATCHES) {
                recent.removeFirst();
            }
            if (batchNanos < BATCH_NANOS) {
                messages *= 2;
            }
            spentNanos = clock.nanos() - start;
        } while (spentNanos < lastStartNanos && !(spentNanos > limitNanos / 2 && isSteady(recent)));
        TimedBatch.run(LAST_BATCH, client, clock, 1);
        return Collections.min(recent);
    }

    /** The server's side: serves batches until the one that ends it. */
    public static void serve(ServerHalf server) throws IOException {
        while (server.batch() > 1) {
            // every batch is a warm-up batch until one of a single message
        }
    }

    private static boolean isSteady(Deque<Double> recent) {
        return recent.size() == STEADY_BATCHES
                && Collections.max(recent) <= (1 + STEADY_SPREAD) * Collections.min(recent);
    }
}
