package org.ipcbench.workload.fail;

import java.io.IOException;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.MessageLayout;

/** Sends messages at the given rate until it ends, or finds out that the server has. Batches of the warm-up are those of a stream. */
final class FailClient implements ClientHalf {
    private final Fail fail;
    private final Channel channel;
    private final PacedSender stream;
    private final Life life;
    private final NanoClock clock;

    FailClient(Fail fail, Channel channel, PacedSender stream, Life life, NanoClock clock) {
        this.fail = fail;
        this.channel = channel;
        this.stream = stream;
        this.life = life;
        this.clock = clock;
    }

    @Override
    public MessageSizes sizes() {
        return stream.sizes();
    }

    @Override
    public boolean takesSamples() {
        return false;
    }

    @Override
    public void sampleEvery(long interval) {
        // the only time that is measured is that of the death
    }

    @Override
    public void step() throws IOException {
        stream.step();
    }

    @Override
    public void finishBatch() throws IOException {
        stream.finishBatch();
    }

    /** The measured part. If the server never tells, this does not return: the launcher ends this process. */
    @Override
    @SuppressWarnings("CatchingUnchecked") // libraries tell of an end in their own ways
    public long batchLasting(long nanos, BatchTimer part, double messageNanos) throws IOException {
        long start = part.beginLasting(nanos);
        stream.begin(start);
        life.begin();
        long sent = 0;
        try {
            long due = start;
            while (!life.isOver()) {
                if (clock.nanos() - start < fail.patienceNanos()) {
                    life.sleepUntil(Math.min(
                            due, start + fail.patienceNanos())); // later, it sends as much as the transport takes
                }
                if (life.isBeatDue()) {
                    life.beforeBeat();
                    stream.send(MessageLayout.LAST, clock.nanos());
                    part.checkClock();
                    stream.awaitEnd();
                    life.afterBeat();
                } else {
                    stream.send(0, due);
                    part.checkClock();
                    due += fail.gapNanos();
                }
                sent++;
            }
        } catch (IOException | RuntimeException e) {
            life.learn(e);
            part.end();
            return Math.max(1, sent);
        }
        life.end(channel);
        part.end();
        return sent;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
