package org.ipcbench.workload.call;

import org.ipcbench.workload.message.CorruptMessageException;

/**
 * The calls that a connection has under way, from the thread that sends their requests to the thread that receives their answers.
 * Each counter has one writer, whose earlier writes the reader of the counter sees. Nothing is allocated after construction.
 */
final class CallsUnderWay {
    private static final long NO_SEQUENCE = -1;

    private final int most;
    /** When each call's latency begins, by the low bits of its number; 0 if it is not sampled. */
    private final long[] startNanos;

    private final int slots;
    private long lastOfBatch = NO_SEQUENCE;
    private volatile long sent;
    private volatile long answered;

    /** @param most largest number of calls under way */
    CallsUnderWay(int most) {
        this.most = most;
        startNanos = new long[Integer.highestOneBit(2 * most - 1)];
        slots = startNanos.length - 1;
    }

    /** Number of calls whose requests were sent, or are about to be. */
    long sent() {
        return sent;
    }

    /** Number of calls whose answers have come. */
    long answered() {
        return answered;
    }

    /** Number of answers that must have come before the next request may be sent. */
    long neededForNext() {
        return sent + 1 - most;
    }

    /**
     * Called by the sending thread before it sends the next request, because its answer may be there at once.
     *
     * @param nanos when its latency begins; 0 if it is not sampled
     */
    void send(long nanos, boolean last) {
        long number = sent;
        startNanos[(int) number & slots] = nanos;
        if (last) {
            lastOfBatch = number;
        }
        sent = number + 1;
    }

    /**
     * Called by the receiving thread when the answer to the first call under way has come.
     *
     * @param last whether the answer says that its call was the last one of its batch
     * @return when the call's latency began; 0 if it is not sampled
     * @throws CorruptMessageException if no call is under way, or if the answer disagrees on whether it is the last one
     */
    long begunNanos(boolean last) throws CorruptMessageException {
        long number = answered;
        if (number == sent) {
            throw new CorruptMessageException("the answer to message %d came before the message".formatted(number));
        }
        if (last != (number == lastOfBatch)) {
            throw new CorruptMessageException(
                    "the answer to message %d is corrupt: it disagrees on whether it is the last one"
                            .formatted(number));
        }
        return startNanos[(int) number & slots];
    }

    /** Called by the receiving thread when it has done all with the first call under way. */
    void end() {
        long number = answered;
        answered = number + 1;
    }
}
