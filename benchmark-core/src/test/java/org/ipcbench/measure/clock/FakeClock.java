package org.ipcbench.measure.clock;

/** A clock that is turned by hand, or by a fixed step at every look, and that counts the looks. */
public final class FakeClock implements NanoClock {
    /** Not zero, which as a send time means none. */
    private static final long START_NANOS = 1_000_000;

    private final long stepNanos;
    private final int slowLooks;
    private long nanos = START_NANOS;
    private int looks;

    /** Stands still between calls of {@link #advance}. */
    public FakeClock() {
        this(0);
    }

    /** Moves on by this step after every look. */
    public FakeClock(long stepNanos) {
        this(stepNanos, 0);
    }

    /** The same; its first looks take twice as long, as those that the compiler has not come to yet. */
    public FakeClock(long stepNanos, int slowLooks) {
        this.stepNanos = stepNanos;
        this.slowLooks = slowLooks;
    }

    @Override
    public long nanos() {
        looks++;
        long now = nanos;
        nanos += looks <= slowLooks ? 2 * stepNanos : stepNanos;
        return now;
    }

    public void advance(long byNanos) {
        nanos += byNanos;
    }

    /** What has passed since the clock was made; no look. */
    public long passedNanos() {
        return nanos - START_NANOS;
    }

    public int looks() {
        return looks;
    }
}
