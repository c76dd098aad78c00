package org.ipcbench.jmh;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Workload;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The client half of a workload in JMH's fork; the server half is in a peer JVM that is started as in every run. Each
 * benchmark lists its placements, of which a transport gets the first one that it can have.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Timeout(time = 1, timeUnit = TimeUnit.MINUTES)
public abstract class ExchangeBenchmark {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Exit code of a fork that has lost JMH, or has lost its server while its own half hangs in a call. */
    private static final int LEFT_ALONE = 4;

    /** System property: id of the process that waits for this fork; not set if JMH does not fork. */
    static final String LAUNCHER_PID = "ipcbench.jmh.launcher";

    /** Filled in from the registry by {@link Main}. */
    @Param({})
    public String transport = "";

    @Param({"64", "4096", "65536"})
    public int size;

    private final IntFunction<Workload> workload;

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
    private InProcessClient client;

    /** @param workload of messages of a size */
    ExchangeBenchmark(IntFunction<Workload> workload) {
        this.workload = workload;
    }

    @Setup
    public final void connect() throws IOException, IterationFailedException, InterruptedException {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // as in the server's peer
        endWithLauncher();
        PeerSettings settings = new PeerSettings(Jvm.current(), List.of(), PeerSettings.currentClassPath(), TIMEOUT);
        client = InProcessClient.connect(
                settings,
                TransportRegistry.load().named(transport),
                Placement.parse(placement(), Topology.ofThisMachine()),
                workload.apply(size),
                size,
                ExchangeBenchmark::endFork);
    }

    /**
     * In a fork, closes only when the fork ends, because JMH counts allocations in this method as part of the last
     * iteration.
     */
    @TearDown
    public final void close() throws IOException {
        if (Long.getLong(LAUNCHER_PID) == null) {
            client.close();
        } else {
            Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtExit, "close"));
        }
    }

    /** Where the thread of the benchmark and the server run. */
    abstract String placement();

    final ClientHalf half() {
        return client.half();
    }

    /** The exception to throw instead of an error of the half; says how the server ended if that is the cause. */
    final IterationFailedException failure(Exception error) {
        return client.failure(error);
    }

    private void closeAtExit() {
        try {
            client.close();
        } catch (IOException e) {
            System.err.println(transport + ": cannot close: " + e.getMessage());
        }
    }

    /** Ends the fork with its launcher; JMH's fork itself would continue until the end of the iteration. */
    private static void endWithLauncher() {
        Long pid = Long.getLong(LAUNCHER_PID);
        if (pid != null) {
            ProcessHandle launcher = ProcessHandle.of(pid).orElse(null);
            if (launcher == null) {
                endFork("JMH is gone");
            } else {
                var unused = launcher.onExit().thenRun(() -> endFork("JMH is gone"));
            }
        }
    }

    private static void endFork(String reason) {
        System.err.println(reason);
        Runtime.getRuntime().halt(LEFT_ALONE);
    }
}
