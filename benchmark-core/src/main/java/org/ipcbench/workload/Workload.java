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
