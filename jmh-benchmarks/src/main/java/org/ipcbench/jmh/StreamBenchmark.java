package org.ipcbench.jmh;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.process.InProcessClient;
import org.ipcbench.process.IterationFailedException;
import org.ipcbench.process.Jvm;
import org.ipcbench.process.Launcher;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Messages in one direction: a batch and its acknowledgement, counted per message; the server is a peer JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
public class StreamBenchmark {
    /** So many that the acknowledgement's wake-up disappears among them. */
    static final int BATCH = 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Filled in from the registry by {@link Main}. */
    @Param({})
    public String transport = "";

    @Param({"64", "4096", "65536"})
    public int size;

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private InProcessClient client;

    @Setup
    public void connect() throws IOException, IterationFailedException, InterruptedException {
        Launcher launcher = new Launcher(Jvm.current(), List.of(), Launcher.currentClassPath(), TIMEOUT);
        client = InProcessClient.connect(
                launcher,
                TransportRegistry.load().named(transport),
                new Workload.Stream(new Extent.Count(BATCH)),
                size);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void stream() throws IOException {
        client.half().batch(BATCH);
    }

    @TearDown
    public void close() throws IOException, IterationFailedException, InterruptedException {
        try (InProcessClient connected = client) {
            connected.finish();
        }
    }
}
