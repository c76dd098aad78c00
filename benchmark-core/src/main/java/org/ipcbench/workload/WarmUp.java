package org.ipcbench.workload;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads.CompilerRest;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;

/**
 * Runs batches through the methods and the connection that will be measured, until their rate is steady and the
 * just-in-time compiler has come to rest, or the time is up. If the measured part sends in a different way, the warm-up
 * then rehearses that way until the compiler has come to rest again, or the same time is up. A batch of a single
 * message ends the warm-up for both halves: other batches of the warm-up have at least two messages, so that even
 * messages of one byte need no other mark.
 */
public final class WarmUp {
    /** Long enough that losing the CPU once does not dominate the batch's rate. */
    private static final long BATCH_NANOS = 25_000_000;

    private static final int STEADY_BATCHES = 4;

    /**
     * Largest relative change from the earlier batches to the last ones. Medians are compared, since single batches
     * scatter.
     */
    private static final double STEADY_CHANGE = 0.1;

    private static final long MIN_MESSAGES = 2;

    /**
     * HotSpot compiles a method for the first time after 200 calls (Tier3InvocationThreshold) and finally after 5,000
     * more (Tier4InvocationThreshold). With fewer calls, a resting compiler has not been asked for everything; only
     * slow messages make so few calls.
     */
    static final long COMPILED_CALLS = 200 + 5_000;

    /**
     * Takes the code path of the measured part: a measured part of a single block would include what the JVM does on
     * that path for the first time.
     */
    private static final Extent LAST_BATCH = new Extent.Count(1);

    /**
     * Batches grow by doubling until they are long enough, to at most about this duration. No batch begins so late that
     * it would end after the limit.
     */
    private static final long MAX_BATCH_NANOS = 2 * BATCH_NANOS;

    /**
     * If the limit is short, it is divided by this number, and one part is left for the batch that is running at the
     * end.
     */
    private static final int PARTS = 10;

    /**
     * The least time of a warm-up, unless half of its limit is shorter: the server, whose compiler the client cannot see,
     * may begin to compile a little later.
     */
    private static final long MIN_NANOS = 300_000_000;

    /** Messages that are not steady after this time, while the compiler rests, scatter by themselves. */
    private static final long MAX_UNSTEADY_NANOS = 500_000_000;

    private final NanoClock clock;
    private final CompilationClock compiler;
    private final BatchTimer part;

    /**
     * @param part times each batch as it will time the measured one
     */
    public WarmUp(NanoClock clock, CompilationClock compiler, BatchTimer part) {
        this.clock = clock;
        this.compiler = compiler;
        this.part = part;
    }

    /**
     * Runs the client's side.
     *
     * @param limitNanos time limit of the warm-up, in nanoseconds, except for the end of its last batch. A rehearsal may
     *     take the same time again
     */
    public WarmUpEnd run(ClientHalf client, long limitNanos) throws IOException {
        long lastStartNanos = limitNanos - Math.min(limitNanos / PARTS, MAX_BATCH_NANOS);
        long start = clock.nanos();
        long messages = MIN_MESSAGES;
        long done = 0;
        Deque<Double> recent = new ArrayDeque<>();
        Compilations compilations = new Compilations(compiler, clock);
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
            if (recent.size() > 2 * STEADY_BATCHES) {
                recent.removeFirst();
            }
            if (batchNanos < BATCH_NANOS) {
                messages *= 2;
            }
            spentNanos = clock.nanos() - start;
            steady = isSteady(recent);
            compiled = compilations.areOver();
        } while (spentNanos < lastStartNanos
                && !(spentNanos > leastNanos(limitNanos) && compiled && (steady || spentNanos > MAX_UNSTEADY_NANOS)));
        long rehearsed = rehearse(client, limitNanos, messageNanos, compilations);
        if (rehearsed > 0) {
            done += rehearsed;
            compiled = compilations.areOver();
        }
        LAST_BATCH.run(client, part, messageNanos);
        return new WarmUpEnd(fastestOfTheLast(recent), done + 1, steady, compiled);
    }

    /** @return number of messages */
    private long rehearse(ClientHalf client, long limitNanos, double messageNanos, Compilations compilations)
            throws IOException {
        long start = clock.nanos();
        long done = 0;
        long messages;
        long spentNanos;
        do {
            compilations.batchBegins(WarmUp.COMPILED_CALLS);
            messages = client.rehearse(BATCH_NANOS, part, messageNanos);
            done += messages;
            spentNanos = clock.nanos() - start;
        } while (messages > 0
                && spentNanos < limitNanos
                && !(spentNanos > leastNanos(limitNanos) && compilations.areOver()));
        return done;
    }

    /**
     * Runs the server's side: serves batches until the one that ends the warm-up.
     *
     * @return how the warm-up ended; the server does not decide when, so its rate is not used
     */
    public WarmUpEnd serve(ServerHalf server) throws IOException {
        Compilations compilations = new Compilations(compiler, clock);
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

    private static long leastNanos(long limitNanos) {
        return Math.min(limitNanos / 2, MIN_NANOS);
    }

    private static double fastestOfTheLast(Deque<Double> recent) {
        return recent.stream()
                .skip(Math.max(0, recent.size() - STEADY_BATCHES))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static boolean isSteady(Deque<Double> recent) {
        if (recent.size() < 2 * STEADY_BATCHES) {
            return false;
        }
        double before = median(recent.stream().limit(STEADY_BATCHES));
        double last = median(recent.stream().skip(STEADY_BATCHES));
        return Math.abs(last - before) <= STEADY_CHANGE * before;
    }

    /** The lower median. */
    private static double median(Stream<Double> messageNanos) {
        return messageNanos.sorted().skip((STEADY_BATCHES - 1) / 2).findFirst().orElseThrow();
    }

    /** Whether the compiler has been asked for everything, and rests. */
    private static final class Compilations {
        private final CompilerRest rest;
        private long callsBefore;

        Compilations(CompilationClock compiler, NanoClock clock) {
            rest = new CompilerRest(clock, compiler, 0);
        }

        /** @param calls number of messages so far */
        void batchBegins(long calls) {
            callsBefore = calls;
            rest.look();
        }

        boolean areOver() {
            return callsBefore >= COMPILED_CALLS && rest.isAtRest();
        }
    }
}
