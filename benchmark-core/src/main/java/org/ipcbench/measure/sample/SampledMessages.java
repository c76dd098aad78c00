package org.ipcbench.measure.sample;

/** Which messages of a client are sampled: some of all batches, with the gaps of {@link SampleGaps}, or none. */
public final class SampledMessages {
    private static final long NEVER = -1;

    private final boolean any;
    private SampleGaps gaps = new SampleGaps();
    /** Number of the next message that is sampled. */
    private long next;

    /** @param any whether any message is sampled */
    public SampledMessages(boolean any) {
        this.any = any;
        takeAfter(0, gaps.next());
    }

    /** Whether any message is sampled. */
    public boolean any() {
        return any;
    }

    /** Samples one in this number of messages on average from now on; the next message, with this number, is the first of its batch. */
    public void every(long interval, long message) {
        gaps = new SampleGaps(interval);
        beginBatch(message);
    }

    /** Told before a batch, which begins with the message of this number. */
    public void beginBatch(long message) {
        takeAfter(message, gaps.first());
    }

    /** Told before a batch with intended times: its first message may be sampled as well. */
    public void beginPacedBatch(long message) {
        takeAfter(message, gaps.next() - 1);
    }

    /** Whether the message with this number is sampled. */
    public boolean isNext(long message) {
        return message == next;
    }

    /** Told of each message that is sampled. */
    public void take() {
        next += gaps.next();
    }

    private void takeAfter(long message, long gap) {
        next = any ? message + gap : NEVER;
    }
}
