package org.ipcbench.workload;

import org.ipcbench.measure.LatencyKind;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;

/** A question asked of a transport. */
public sealed interface Workload {

    /** What the files call it. */
    String label();

    Extent extent();

    LatencyKind latencyKind();

    /** What a message of the results is, where it takes several on the way; in bytes. */
    default int unitBytes(int messageBytes) {
        return messageBytes;
    }

    /** What so many messages of the results carry, in bytes. */
    default long carriedBytes(long messages, int messageBytes) {
        return messages * unitBytes(messageBytes);
    }

    /** Whether it cuts what it sends into messages, so that any size fits; every one of them has to arrive then. */
    default boolean splits() {
        return false;
    }

    ClientHalf client(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock);

    ServerHalf server(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock);

    /** One message at a time, each answered by one of the same size. */
    record PingPong(Extent extent) implements Workload {
        @Override
        public String label() {
            return "latency";
        }

        @Override
        public LatencyKind latencyKind() {
            return LatencyKind.ROUND_TRIP;
        }

        @Override
        public ClientHalf client(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyPingPongClient(lossy, sizeBytes, recorder, clock);
            }
            return new PingPongClient(channel, sizeBytes, recorder, clock);
        }

        @Override
        public ServerHalf server(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyPingPongServer(lossy, sizeBytes, recorder);
            }
            return new PingPongServer(channel, sizeBytes, recorder);
        }
    }

    /**
     * One block and its acknowledgement of one byte at a time, as one message or in pieces.
     *
     * @param extent how many blocks
     * @param blockBytes size of a block, in bytes
     */
    record Block(Extent extent, int blockBytes) implements Workload {
        public Block {
            if (blockBytes < 1) {
                throw new IllegalArgumentException("blockBytes must be at least 1, was " + blockBytes);
            }
        }

        @Override
        public String label() {
            return "block";
        }

        @Override
        public LatencyKind latencyKind() {
            return LatencyKind.BLOCK;
        }

        @Override
        public int unitBytes(int messageBytes) {
            return blockBytes;
        }

        @Override
        public boolean splits() {
            return true;
        }

        @Override
        public ClientHalf client(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            return new BlockClient(channel, new Pieces(blockBytes, sizeBytes), recorder, clock);
        }

        @Override
        public ServerHalf server(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            return new BlockServer(channel, new Pieces(blockBytes, sizeBytes), recorder);
        }
    }

    /** Messages in one direction as fast as they go, the last one acknowledged. */
    record Stream(Extent extent) implements Workload {
        @Override
        public String label() {
            return "throughput";
        }

        @Override
        public LatencyKind latencyKind() {
            return LatencyKind.ONE_WAY;
        }

        @Override
        public ClientHalf client(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyStreamClient(lossy, sizeBytes, recorder, clock);
            }
            return new StreamClient(channel, sizeBytes, recorder, clock);
        }

        @Override
        public ServerHalf server(Channel channel, int sizeBytes, Recorder recorder, NanoClock clock) {
            if (channel instanceof LossyChannel lossy) {
                return new LossyStreamServer(lossy, sizeBytes, recorder, clock);
            }
            return new StreamServer(channel, sizeBytes, recorder, clock);
        }
    }
}
