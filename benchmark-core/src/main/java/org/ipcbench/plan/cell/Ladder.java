package org.ipcbench.plan.cell;

import java.time.Duration;
import java.util.List;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.stream.MessageStream;

/**
 * The questions of a well-known program with many published tables: slowly growing sizes, each with ten times as many round trips
 * as the one before. The extents equal that program's, so that the tables can be compared.
 */
public final class Ladder {
    /** Duration for which the program streamed messages of each size. */
    public static final Duration STREAM = Duration.ofSeconds(1);

    public static final List<Rung> RUNGS =
            List.of(new Rung(128, 1), new Rung(512, 10), new Rung(1024, 100), new Rung(4096, 1000));

    private Ladder() {}

    /**
     * One table of the program.
     *
     * @param requestBytes size of a message, in bytes
     * @param roundTrips number of round trips that measure the latency
     */
    public record Rung(int requestBytes, long roundTrips) {

        /** The throughput in a fixed time, and the latency of the round trips. */
        public List<Workload> workloads() {
            return List.of(
                    new MessageStream(new Extent.Period(STREAM.toNanos()), requestBytes),
                    new PingPong(new Extent.Count(roundTrips), requestBytes));
        }
    }
}
