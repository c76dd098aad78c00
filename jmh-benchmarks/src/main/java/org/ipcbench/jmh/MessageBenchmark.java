package org.ipcbench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.stream.MessageStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of a message in the halves of a stream: header, payload, counters and samples, without transport. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessageBenchmark {

    @Param({"64", "4096", "65536"})
    public int size;

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private ClientHalf client;

    @SuppressWarnings("NullAway.Init")
    private ServerHalf server;

    @Setup
    public void connect() throws IOException {
        MessageStream workload = new MessageStream(new Extent.Count(1), size);
        LoopbackChannel channel = new LoopbackChannel(size);
        client = workload.client(channel, size, new Recorder(), NanoClock.system());
        server = workload.server(channel, size, new Recorder(), NanoClock.system());
    }

    @Benchmark
    public void write() throws IOException {
        client.step();
    }

    @Benchmark
    public boolean writeAndCheck() throws IOException {
        client.step();
        return server.step();
    }

    /** Receives what was sent last, so that only the costs of the workload's halves remain. */
    private static final class LoopbackChannel implements Channel {
        private final ByteBuffer buffer;

        LoopbackChannel(int maxMessageBytes) {
            buffer = ByteBuffer.allocateDirect(maxMessageBytes).order(ByteOrder.nativeOrder());
        }

        @Override
        public ByteBuffer claim(int length) {
            return buffer.clear().limit(length);
        }

        @Override
        public void commit() {
            // it has arrived already
        }

        @Override
        public ByteBuffer receive(int length) {
            return buffer.clear().limit(length);
        }

        @Override
        public void close() {
            // memory needs no closing
        }
    }
}
