package org.ipcbench.workload.fail;

import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.Role;

/**
 * What both halves of this question have in common: a peer ends by itself, or finds out that the other one has. With a heartbeat, the client
 * asks for an answer at each beat; a peer that has heard nothing of the other one for two beats takes it for dead.
 */
final class Life {
    /** A peer closes its end at a random time after its last message, so that the other one may wait in any call. */
    private static final long MAX_PAUSE_NANOS = 5_000_000;

    private final Fail fail;
    private final Role role;
    private final boolean endsItself;
    private final Recorder recorder;
    private final NanoClock clock;
    private final CpuClock cpuClock = CpuClock.ofCallingThread();
    private long endNanos = Long.MAX_VALUE;
    private long nextBeatNanos = Long.MAX_VALUE;
    private volatile long heardNanos;
    private final AtomicLong beats = new AtomicLong();
    private final AtomicLong beatCpuNanos = new AtomicLong();
    private long cpuBefore;

    Life(Fail fail, Role role, Recorder recorder, NanoClock clock) {
        this.fail = fail;
        this.role = role;
        this.recorder = recorder;
        this.clock = clock;
        endsItself = role == fail.dies() && !fail.death().isBySignal();
    }

    /** Called before the first message of the measured part, which the server has received. */
    void begin() {
        long now = clock.nanos();
        if (endsItself) {
            endNanos = now + Fail.MIN_LIFE_NANOS + ThreadLocalRandom.current().nextLong(Fail.MAX_FURTHER_NANOS);
        }
        heardNanos = now;
        if (fail.heartbeatNanos() > 0) {
            nextBeatNanos = now + fail.heartbeatNanos();
            if (role != fail.dies()) {
                Thread watch = new Thread(this::watch, "heartbeat");
                watch.setDaemon(true);
                watch.start();
            }
        }
    }

    /** Whether this peer has to end now. */
    boolean isOver() {
        return clock.nanos() >= endNanos;
    }

    /** Whether the client has to ask for a sign of life now. */
    boolean isBeatDue() {
        return clock.nanos() >= nextBeatNanos;
    }

    /** Sleeps until a message is due, or a beat if that is earlier. */
    void sleepUntil(long dueNanos) {
        sleep(Math.min(dueNanos, nextBeatNanos));
    }

    /** Called before what may turn out to be a beat. */
    void beforeBeat() {
        cpuBefore = fail.heartbeatNanos() > 0 ? cpuClock.nanos() : 0;
    }

    /** Called when a beat has been answered. */
    void afterBeat() {
        if (fail.heartbeatNanos() > 0) {
            heard();
            beats.incrementAndGet();
            beatCpuNanos.addAndGet(cpuClock.nanos() - cpuBefore);
            nextBeatNanos += fail.heartbeatNanos();
        }
    }

    /** Called when the other peer has given a sign of life. */
    void heard() {
        heardNanos = clock.nanos();
    }

    /** Ends this peer's part; its process stays. */
    void end(Channel channel) throws IOException {
        if (fail.death() == Death.CLOSE) { // a silent peer is so from now on
            long pause = Math.min(fail.gapNanos(), MAX_PAUSE_NANOS);
            sleep(clock.nanos() + ThreadLocalRandom.current().nextLong(pause));
        }
        long nanos = clock.nanos();
        if (fail.death() == Death.CLOSE) {
            channel.close();
        }
        recorder.recordNotice(Notice.ofItself(nanos));
    }

    /** Called when the transport has told of the other peer's end, or of a failure. */
    void learn(Exception told) {
        notice(
                clock.nanos(),
                told instanceof EOFException ? Notice.By.END_OF_STREAM : Notice.By.ERROR,
                told.getMessage() == null ? told.getClass().getSimpleName() : told.getMessage());
    }

    private void watch() {
        long limit = Fail.MISSED_BEATS * fail.heartbeatNanos();
        long now = clock.nanos();
        while (now - heardNanos < limit) {
            sleep(heardNanos + limit);
            now = clock.nanos();
        }
        notice(now, Notice.By.HEARTBEAT, "");
    }

    private void notice(long nanos, Notice.By by, String words) {
        recorder.recordNotice(new Notice(nanos, by, words, (double) beatCpuNanos.get() / Math.max(1, beats.get())));
    }

    private void sleep(long untilNanos) {
        for (long now = clock.nanos(); now < untilNanos; now = clock.nanos()) {
            LockSupport.parkNanos(untilNanos - now);
        }
    }
}
