package org.ipcbench.workload.block;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.ipcbench.workload.message.Payload;

/**
 * One block at a time, as one message or in pieces, with an acknowledgement of one byte.
 *
 * @param extent number of blocks, or the time
 * @param blockBytes size of a block, in bytes
 */
public record Block(Extent extent, int blockBytes, Payload payload) implements Workload {
    /** What a record keeps of it: nothing of its own. */
    public record Terms() implements QuestionTerms.Own {
        @Override
        public Workload asked(QuestionTerms all) {
            return new Block(all.extent(), all.requestBytes(), all.payload());
        }
    }

    public Block {
        if (blockBytes < 1) {
            throw new IllegalArgumentException("blockBytes must be at least 1, was " + blockBytes);
        }
    }

    @Override
    public Workload over(Extent other) {
        return new Block(other, blockBytes, payload);
    }

    @Override
    public Terms ownTerms() {
        return new Terms();
    }

    @Override
    public Question question() {
        return Question.BLOCK;
    }

    @Override
    public int requestBytes() {
        return blockBytes;
    }

    @Override
    public int answerBytes() {
        return Acknowledgement.BYTES;
    }

    @Override
    public int maxMessageBytes(int limitBytes) {
        return Math.min(blockBytes, limitBytes);
    }

    @Override
    public boolean needsEveryMessage() {
        return true;
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new BlockClient(channel, new Pieces(blockBytes, maxMessageBytes, payload), recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new BlockServer(channel, new Pieces(blockBytes, maxMessageBytes, payload), recorder);
    }

    /** Receives and checks all pieces of a block and acknowledges it as a whole. */
    private static final class BlockServer implements ServerHalf {
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
}
