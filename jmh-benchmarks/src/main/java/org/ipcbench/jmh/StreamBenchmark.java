package org.ipcbench.jmh;

import java.io.IOException;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Messages in one direction: a batch and its acknowledgement, counted per message. */
public class StreamBenchmark extends ExchangeBenchmark {
    /** Messages per batch: enough that the acknowledgement's wake-up does not matter. */
    static final int BATCH = 1024;

    public StreamBenchmark() {
        super(size -> new Workload.Stream(new Extent.Count(BATCH), size));
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void stream() throws IterationFailedException {
        try {
            half().batch(BATCH);
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        }
    }
}
