package org.ipcbench.workload.block;

import java.io.IOException;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.MisplacedMessageException;

/** Receives and checks all pieces of a block and acknowledges it as a whole. */
final class BlockServer implements ServerHalf {
    private final Channel channel;
    private final Pieces pieces;
    private final Recorder recorder;
    private long sequence;

    BlockServer(Channel channel, Pieces pieces, Recorder recorder) {
        this.channel = channel;
        this.pieces = pieces;
        this.recorder = recorder;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(pieces.blockBytes(), Acknowledgement.BYTES);
    }

    @Override
    public boolean step() throws IOException {
        boolean last = false;
        for (long piece = 0; piece < pieces.count(); piece++) {
            last = receive(pieces.lengthOf(piece), pieces.layoutOf(piece));
            sequence++;
        }
        Acknowledgement.send(channel, sequence - 1);
        recorder.countMessage();
        return last;
    }

    private boolean receive(int lengthBytes, MessageLayout layout) throws IOException {
        try {
            return layout.check(channel.receive(lengthBytes), sequence);
        } catch (MisplacedMessageException e) {
            throw endsBlock(e.found()) ? e : e.lookingAhead(channel, lengthBytes, layout);
        }
    }

    /** Whether the client waits for an acknowledgement after this message. */
    private boolean endsBlock(long number) {
        return (number + 1) % pieces.count() == 0;
    }
}
