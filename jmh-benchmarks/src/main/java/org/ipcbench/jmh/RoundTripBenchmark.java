package org.ipcbench.jmh;

import java.io.IOException;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.openjdk.jmh.annotations.Benchmark;

/** A message and its answer of the same size, one after the other. */
public class RoundTripBenchmark extends ExchangeBenchmark {

    public RoundTripBenchmark() {
        super(size -> new Workload.PingPong(new Extent.Count(1), size));
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
