package org.ipcbench.jmh;

import java.io.IOException;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.call.PingPong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** A message and its answer of the same size, one after the other. */
public class RoundTripBenchmark extends ExchangeBenchmark {
    /** On one CPU, nothing depends on how long another CPU takes to wake up; ends that spin need two. */
    @Param({"same-cpu", "split-cpu", "unpinned"})
    public String placement = "";

    public RoundTripBenchmark() {
        super(size -> new PingPong(new Extent.Count(1), size));
    }

    @Override
    String placement() {
        return placement;
    }

    @Benchmark
    public void roundTrip() throws IterationFailedException {
        try {
            half().step();
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        }
    }
}
