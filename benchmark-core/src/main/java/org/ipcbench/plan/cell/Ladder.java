package org.ipcbench.plan.cell;

import java.time.Duration;
import java.util.List;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;

/**
 * The questions of a well-known program of which many tables exist: sizes that grow slowly, and ten times as many round
 * trips for each. The extents are the same, so that the tables of both can be compared.
 */
public final class Ladder {
    /** How long the program streamed messages of each size. */
    public static final Duration STREAM = Duration.ofSeconds(1);

    public static final List<Rung> RUNGS =
            List.of(new Rung(128, 1), new Rung(512, 10), new Rung(1024, 100), new Rung(4096, 1000));

    private Ladder() {}

    /**
     * One table of the program.
     *
     * @param messageSizeBytes size of a message, in bytes
     * @param roundTrips how many were made to find out the latency
     */
    public record Rung(int messageSizeBytes, long roundTrips) {

        /** How much goes through in a fixed time, and how long the round trips take. */
        public List<Workload> workloads() {
            return List.of(
                    new Workload.Stream(new Extent.Period(STREAM.toNanos()), messageSizeBytes),
                    new Workload.PingPong(new Extent.Count(roundTrips), messageSizeBytes));
        }
    }
}
