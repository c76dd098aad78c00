package org.ipcbench.measure;

import java.util.List;
import java.util.function.LongConsumer;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.meter.StallMeter.StallLog;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Times a batch for the thread that exchanges its messages: start, end, CPU time, and marks in between. Every batch of
 * the warm-up is timed like the measured one, so that the measured batch runs no code that is new to the JVM. Nothing
 * is allocated between start and end.
 */
public final class BatchTimer {
    /**
     * Looks at the clock per batch: a batch that is to last 100 ms or more ends late by at most a thousandth of that
     * time.
     */
    private static final long LOOKS = 1_000;

    /**
     * The warm-up's batches are short: with looks this frequent, the loop between two looks is called often enough to
     * be compiled.
     */
    private static final long MIN_LOOK_NANOS = 100_000;

    /**
     * The loop around the looks runs once per batch and is therefore interpreted: a look every 0.1 ms takes up to 1.5 %
     * of the time of round trips on one CPU.
     */
    private static final long MAX_LOOK_NANOS = 1_000_000;

    private static final int PARTS = 16;

    /** A mark takes 3 to 4 µs, which is one percent of this distance. */
    private static final long MIN_STEP_NANOS = 350_000;

    /** A measured part that is four times as fast as the warm-up still has sixteen marks. */
    private static final int HEADROOM = 4;

    private final Recorder recorder;
    private final NanoClock clock;
    private final CpuClock cpuClock;
    private final MeasuringThread thread;
    private final LongConsumer progress;
    private final Marks marks = new Marks();
    private @Nullable StallLog stallLog;
    private long messagesBefore;
    private long lookAt;
    private long messagesPerLook = 1;
    private long lookedNanos;
    private long longestGapNanos;
    private long gaps;
    private long longestSinceMarkNanos;
    private long queuedBefore;
    private long queuedAfter;
    private long migrationsBefore;
    private long migrationsAfter;
    private long schedulingCalls;
    private boolean awaited;
    private long startNanos;
    private long firstNanos;
    private long endNanos;
    private long cpuStartNanos;
    private long cpuEndNanos;

    /** A timer whose progress nobody watches. */
    public BatchTimer(Recorder recorder, NanoClock clock, CpuClock cpuClock, MeasuringThread thread) {
        this(recorder, clock, cpuClock, thread, unwatched -> {});
    }

    /**
     * @param recorder counts the messages
     * @param progress gets the count at each look at the clock
     */
    public BatchTimer(
            Recorder recorder, NanoClock clock, CpuClock cpuClock, MeasuringThread thread, LongConsumer progress) {
        this.recorder = recorder;
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.thread = thread;
        this.progress = progress;
    }

    /** From now on, a half that only looks at the clock while it waits notes the machine's stalls. */
    public void watchStalls() {
        stallLog = new StallLog(thread);
    }

    /**
     * Number of messages from one look at the clock to the next.
     *
     * @param batchNanos expected duration of the batch, in nanoseconds
     * @param messageNanos expected time of a message, in nanoseconds
     */
    public static long messagesPerLook(long batchNanos, double messageNanos) {
        long lookNanos = Math.max(MIN_LOOK_NANOS, Math.min(MAX_LOOK_NANOS, batchNanos / LOOKS));
        return Math.max(1, (long) (lookNanos / Math.max(1, messageNanos)));
    }

    /**
     * Begins the client's batch of a given number of messages.
     *
     * @return number of parts into which marks have to divide the batch
     */
    public int begin(long messages, double messageNanos) {
        begin(0);
        long parts = (long) (messages * messageNanos / MIN_STEP_NANOS);
        return (int) Math.max(1, Math.min(PARTS, Math.min(parts, messages)));
    }

    /** Begins the client's batch of a given duration, in nanoseconds. @return the start time */
    public long beginLasting(long nanos) {
        begin(step(nanos, PARTS));
        return startNanos;
    }

    /**
     * Begins the server's wait for the first message, with which its batch begins.
     *
     * @param expectedNanos expected duration of the batch, in nanoseconds
     * @param messageNanos time of a message in the last batch, in nanoseconds
     */
    public void await(long expectedNanos, double messageNanos) {
        marks.begin(step(expectedNanos, HEADROOM * PARTS));
        messagesBefore = recorder.messages();
        lookAt = messagesBefore + 1;
        messagesPerLook = messagesPerLook(expectedNanos, messageNanos);
        awaited = true;
        noteScheduling();
        cpuStartNanos = cpuClock.nanos();
        startNanos = clock.nanos();
        firstNanos = startNanos;
        longestGapNanos = 0;
        gaps = 0;
    }

    /** Whether enough messages have arrived for a {@link #checkClock}. */
    public boolean isDue() {
        return recorder.messages() >= lookAt;
    }

    /** Looks at the clock, and takes a mark if one is due. @return the time */
    public long checkClock() {
        long now = clock.nanos();
        if (marks.isEmpty()) {
            queuedBefore = thread.queuedNanos();
            schedulingCalls++;
            cpuStartNanos = cpuClock.nanos();
            firstNanos = now;
            mark(now);
        } else {
            noteGap(now);
            if (marks.isDue(now)) {
                mark(now);
            }
        }
        lookedNanos = now;
        lookAt = recorder.messages() + messagesPerLook;
        progress.accept(recorder.messages());
        return now;
    }

    /** Leaves out the time since the last look: the thread waited for the other side. */
    public void skipGap() {
        lookedNanos = clock.nanos();
    }

    /** Takes a mark. */
    public void mark() {
        mark(clock.nanos());
        progress.accept(recorder.messages());
    }

    /** Ends the batch. */
    public void end() {
        endNanos = clock.nanos();
        // a client waits for an acknowledgement at the end: before sending it, the other side may have to empty full
        // buffers
        if (gaps > 0 && awaited) {
            noteGap(endNanos);
        }
        cpuEndNanos = cpuClock.nanos();
        marks.end(endNanos, messages(), thread.cpu());
        noteMeanwhile(endNanos);
        queuedAfter = thread.queuedNanos();
        migrationsAfter = thread.migrations();
        schedulingCalls += 2;
        progress.accept(recorder.messages());
    }

    /** Time at which the batch began, by the clock; for an awaited batch, the time at which the wait began. */
    public long startNanos() {
        return startNanos;
    }

    /** Time from start to end, in nanoseconds; for an awaited batch, including the wait. */
    public long elapsedNanos() {
        return endNanos - startNanos;
    }

    /** Mean time of a message between the first and the last, in nanoseconds; 0 if there was only one. */
    public double messageNanos() {
        return messages() < 2 ? 0 : (double) (endNanos - firstNanos) / (messages() - 1);
    }

    /**
     * CPU time of the thread, in nanoseconds. For an awaited batch, counting begins after its first message has been
     * handled, because a spinning transport uses the CPU while it waits; the first message is charged with the mean of
     * the others. A batch of one message is charged with its wait.
     */
    public long cpuNanos() {
        long nanos = cpuEndNanos - cpuStartNanos;
        long messages = messages();
        return awaited && messages > 1 ? (long) (nanos * ((double) messages / (messages - 1))) : nanos;
    }

    /** The marks, including those at the start and the end. */
    public List<Mark> marks() {
        return marks.toList();
    }

    /** Gaps between the looks at the clock; none if the batch had no looks. */
    public Gaps gaps() {
        return new Gaps(longestGapNanos, gaps);
    }

    /** What the scheduler did during the batch; for an awaited batch, migrations count from the start of the wait. */
    public Scheduling scheduling() {
        return new Scheduling(
                Scheduling.grown(queuedBefore, queuedAfter), Scheduling.grown(migrationsBefore, migrationsAfter));
    }

    /** Number of counted system calls that the marks and the readings of the scheduler's counts made themselves. */
    public long overheadCalls() {
        return marks.taken() + schedulingCalls + (stallLog == null ? 0 : stallLog.readings());
    }

    /** Gets the machine's stalls that a half sees in a batch while it waits; null if nobody asks for them. */
    public @Nullable StallLog stallLog() {
        return stallLog;
    }

    /** The machine's stalls that the half has seen in the last batch while it waited. */
    public Stalls stalls() {
        return stallLog == null ? Stalls.UNKNOWN : stallLog.stalls();
    }

    private void begin(long stepNanos) {
        marks.begin(stepNanos);
        messagesBefore = recorder.messages();
        awaited = false;
        noteScheduling();
        int where = thread.cpu();
        cpuStartNanos = cpuClock.nanos();
        startNanos = clock.nanos();
        firstNanos = startNanos;
        lookedNanos = startNanos;
        longestGapNanos = 0;
        gaps = 0;
        marks.add(startNanos, 0, where);
        noteMeanwhile(startNanos);
    }

    private void noteScheduling() {
        queuedBefore = thread.queuedNanos();
        migrationsBefore = thread.migrations();
        schedulingCalls = 2;
    }

    private void noteGap(long nowNanos) {
        longestGapNanos = Math.max(longestGapNanos, nowNanos - lookedNanos);
        gaps++;
        longestSinceMarkNanos = Math.max(longestSinceMarkNanos, nowNanos - lookedNanos);
    }

    private void mark(long nowNanos) {
        marks.add(nowNanos, messages(), thread.cpu());
        noteMeanwhile(nowNanos);
    }

    /** What the mark at this time tells of the time since the one before. */
    private void noteMeanwhile(long nowNanos) {
        boolean standsOut = longestSinceMarkNanos * gaps > Gaps.STANDSTILL_FACTOR * (nowNanos - firstNanos);
        marks.note(thread.collections(), thread.compilationNanos(), standsOut ? longestSinceMarkNanos : 0);
        longestSinceMarkNanos = 0;
    }

    /** Number of messages since the batch began. */
    public long messages() {
        return recorder.messages() - messagesBefore;
    }

    private static long step(long expectedNanos, int parts) {
        return Math.max(MIN_STEP_NANOS, expectedNanos / parts);
    }
}
