package org.ipcbench.workload.block;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.MessageLayout;

/** Sends one block, in pieces if necessary, and waits for its acknowledgement of one byte. */
final class BlockClient implements ClientHalf {
    private final Channel channel;
    private final Pieces pieces;
    private final Recorder recorder;
    private final NanoClock clock;
    /** Time of this batch's blocks so far. */
    private long batchNanos;

    private long sequence;

    BlockClient(Channel channel, Pieces pieces, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.pieces = pieces;
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(pieces.blockBytes(), Acknowledgement.BYTES);
    }

    @Override
    public boolean takesSamples() {
        return true;
    }

    /**
     * The time of two clock readings is negligible compared with a block, so every block is sampled. Blocks of the
     * warm-up are sampled as well: a measured part of a single block then runs no code for the first time.
     */
    @Override
    public void sampleEvery(long interval) {
        // every block is sampled, for any interval
    }

    @Override
    public void step() throws IOException {
        exchange(0);
    }

    @Override
    public void finishBatch() throws IOException {
        exchange(MessageLayout.LAST);
        batchNanos = 0;
    }

    private void exchange(int last) throws IOException {
        long startNanos = clock.nanos();
        for (long piece = 0; piece < pieces.count(); piece++) {
            int lengthBytes = pieces.lengthOf(piece);
            pieces.layoutOf(piece).write(channel.claim(lengthBytes), sequence++, last, 0);
            channel.commit();
        }
        Acknowledgement.await(channel, sequence - 1);
        long nanos = clock.nanos() - startNanos;
        recorder.recordLatency(nanos);
        batchNanos += nanos;
        recorder.recordElapsed(batchNanos); // with a single block, the time around it would be one part in a hundred
        recorder.countMessage();
    }
}
