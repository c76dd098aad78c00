package org.ipcbench.jmh;

import java.io.IOException;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.stream.MessageStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** Messages in one direction: a batch and its acknowledgement, counted per message. */
public class StreamBenchmark extends ExchangeBenchmark {
    /** Messages per batch: enough that the acknowledgement's wake-up does not matter. */
    static final int BATCH = 1024;

    /** Both ends work at the same time. */
    @Param({"split-cpu", "same-cpu", "unpinned"})
    public String placement = "";

    public StreamBenchmark() {
        super(size -> new MessageStream(new Extent.Count(BATCH), size));
    }

    @Override
    String placement() {
        return placement;
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
