package org.ipcbench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of the contract's calls without any transfer: claim, commit and receive of the in-process transport. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChannelBenchmark {
    private static final int SIZE_BYTES = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private Channel client;

    @SuppressWarnings("NullAway.Init")
    private Channel server;

    @Setup
    public void connect() throws IOException {
        Transport transport = TransportRegistry.load().all().stream()
                .filter(candidate -> candidate.traits().inProcess())
                .findFirst()
                .orElseThrow();
        Session session = new Session(Path.of("."), Token.random(), SIZE_BYTES, 0, TIMEOUT);
        try (Listener listener = transport.listen(session)) {
            client = transport.connect(session, listener.address());
            server = listener.accept();
        }
    }

    @Benchmark
    public ByteBuffer claimCommitReceive() throws IOException {
        client.claim(SIZE_BYTES);
        client.commit();
        return server.receive(SIZE_BYTES);
    }

    @TearDown
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
