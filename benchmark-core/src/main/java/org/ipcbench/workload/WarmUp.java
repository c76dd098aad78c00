package org.ipcbench.workload;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import org.ipcbench.measure.CompilationClock;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.WarmUpEnd;

/**
 * Runs batches through the very methods and connection that will be measured, until their rate is steady and the just-in-time
 * compiler has come to rest, or the time is up. A batch of a single message ends it for both halves: warm-up batches have at
 * least two, so that even messages of one byte need no other mark.
 */
public final class WarmUp {
    /** Long enough that one descheduling does not decide its rate. */
    private static final long BATCH_NANOS = 25_000_000;

    private static final int STEADY_BATCHES = 4;
    private static final double STEADY_SPREAD = 0.1;
    private static final long FEWEST_MESSAGES = 2;

    /**
     * HotSpot compiles a method for the first time after 200 calls (Tier3InvocationThreshold) and finally after 5,000 more
     * (Tier4InvocationThreshold). Before, a resting compiler has not even been asked: only slow messages get there by so few.
     */
    static final long COMPILED_CALLS = 200 + 5_000;

    /** Goes the very way of the measured part: a single block would notice what the JVM does there for the first time. */
    private static final Extent LAST_BATCH = new Extent.Count(1);

    /** One part in this many, the last of the time, is left to the batch that is under way then. */
    private static final int PARTS = 20;

    private final NanoClock clock;
    private final CompilationClock compiler;
    private final MeasuredPart part;

    /** @param part watches each batch as it will watch the measured one */
    public WarmUp(NanoClock clock, CompilationClock compiler, MeasuredPart part) {
        this.clock = clock;
        this.compiler = compiler;
        this.part = part;
    }

    /**
     * The client's side.
     *
     * @param limitNanos how long it may take, but for the end of its last batch; compilers get at least half of it
     */
    public WarmUpEnd run(ClientHalf client, long limitNanos) throws IOException {
        long lastStartNanos = limitNanos - limitNanos / PARTS;
        long start = clock.nanos();
        long messages = FEWEST_MESSAGES;
        long done = 0;
        Deque<Double> recent = new ArrayDeque<>();
        Compilations compilations = new Compilations(compiler);
        double messageNanos = 0;
        long spentNanos;
        boolean steady;
        boolean compiled;
        do {
            compilations.batchBegins(done);
            long batchStart = clock.nanos();
            client.batch(messages, part, messageNanos);
            long batchNanos = Math.max(1, clock.nanos() - batchStart);
            done += messages;
            messageNanos = (double) batchNanos / messages;
            recent.addLast(messageNanos);
            if (recent.size() > STEADY_BATCHES) {
                recent.removeFirst();
            }
            if (batchNanos < BATCH_NANOS) {
                messages *= 2;
            }
            spentNanos = clock.nanos() - start;
            steady = isSteady(recent);
            compiled = compilations.areOver();
        } while (spentNanos < lastStartNanos && !(spentNanos > limitNanos / 2 && steady && compiled));
        LAST_BATCH.run(client, part, messageNanos);
        return new WarmUpEnd(Collections.min(recent), done + 1, steady, compiled);
    }

    /**
     * The server's side: serves batches until the one that ends it.
     *
     * @return how it ended; the server does not decide when, so its rate counts for nothing
     */
    public WarmUpEnd serve(ServerHalf server) throws IOException {
        Compilations compilations = new Compilations(compiler);
        long done = 0;
        long messages;
        double messageNanos = 0;
        do {
            compilations.batchBegins(done);
            part.await(0, messageNanos);
            messages = server.batch(part);
            done += messages;
            messageNanos = messages > 1 ? part.messageNanos() : messageNanos;
        } while (messages > 1); // every batch is a warm-up batch until one of a single message
        return new WarmUpEnd(messageNanos, done, true, compilations.areOver());
    }

    private static boolean isSteady(Deque<Double> recent) {
        return recent.size() == STEADY_BATCHES
                && Collections.max(recent) <= (1 + STEADY_SPREAD) * Collections.min(recent);
    }

    /** What the compiler had done before each of the last batches. */
    private static final class Compilations {
        private final CompilationClock compiler;
        private final Deque<Long> millis = new ArrayDeque<>();
        private long callsBefore;

        Compilations(CompilationClock compiler) {
            this.compiler = compiler;
        }

        /** @param calls number of messages so far */
        void batchBegins(long calls) {
            callsBefore = calls;
            millis.addLast(compiler.millis());
            if (millis.size() > STEADY_BATCHES) {
                millis.removeFirst();
            }
        }

        /** Whether the compiler has been asked for all, and has done nothing for some batches. */
        boolean areOver() {
            return callsBefore >= COMPILED_CALLS
                    && millis.size() == STEADY_BATCHES
                    && compiler.millis() == millis.getFirst();
        }
    }
}
