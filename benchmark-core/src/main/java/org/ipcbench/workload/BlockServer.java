package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;

/** Receives and checks all pieces of a block and acknowledges it as a whole. */
final class BlockServer implements ServerHalf {
    private final Channel channel;
    private final Pieces pieces;
    private final Recorder recorder;

    BlockServer(Channel channel, Pieces pieces, Recorder recorder) {
        this.channel = channel;
        this.pieces = pieces;
        this.recorder = recorder;
    }

    @Override
    public boolean step() throws IOException {
        boolean last = false;
        for (long piece = 0; piece < pieces.count(); piece++) {
            last = pieces.layoutOf(piece).check(channel.receive(pieces.lengthOf(piece)), piece);
        }
        Pieces.ACKNOWLEDGEMENT.write(
                channel.claim(Pieces.ACKNOWLEDGEMENT_BYTES), pieces.count(), MessageLayout.LAST, 0);
        channel.commit();
        recorder.countMessage();
        return last;
    }
}
