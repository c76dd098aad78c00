package org.ipcbench.plan;

import java.time.Duration;
import java.util.List;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;

/**
 * Rough estimate of the time and space that a plan takes.
 *
 * @param time wall-clock time
 * @param longest wall-clock time if rates vary more than assumed; equals {@code time} if the number of rounds is fixed
 * @param round wall-clock time of a round
 * @param memoryBytes the most that the processes of an iteration may take at once, in bytes
 * @param diskBytes size of the run directory, in bytes
 * @param targetBytes size of a transferred file and the one it replaces, beside its target, in bytes; 0 if it has no target
 */
public record Estimate(
        Duration time, Duration longest, Duration round, long memoryBytes, long diskBytes, long targetBytes) {
    /** Starting, connecting and ending two JVMs: 0.15 to 0.8 s in a thousand iterations, with a median of 0.4 s. */
    private static final double PAIR_SECONDS = 0.4;

    /** Most warm-ups end after this time, long before their limit. */
    private static final double WARM_UP_SECONDS = 0.5;

    /** A round trip between two CPUs, each side woken by the other. */
    private static final double ROUND_TRIP_SECONDS = 1e-4;

    /** A small message over a blocking transport between two CPUs was seen to take about this long. */
    private static final double MESSAGE_SECONDS = 2e-6;

    /** Throughput of large messages over the same transport, in bytes a second. */
    private static final double BYTES_PER_SECOND = 1.5e9;

    /** Writing a file of several gigabytes, most of it to a disk, and reading it back, in bytes a second. */
    private static final double STORED_BYTES_PER_SECOND = 2.5e8;

    /** One line of results with its histogram. */
    private static final long LINE_BYTES = 16 << 10;

    /** Environment, table and the file system's own blocks. */
    private static final long BASE_BYTES = 256 << 10;

    /** A plot of twenty lines, as PNG and as SVG. */
    private static final long PLOT_BYTES = 256 << 10;

    /** Space of a cell in the page: 200 cells take a little less than a megabyte. */
    private static final long PAGE_BYTES = 5 << 10;

    private static final int PEERS = 2;

    /**
     * Estimates a plan.
     *
     * @param plots number of plots that will be made of the run
     */
    public static Estimate of(Plan plan, int plots) {
        List<Plan.Turn> round = plan.firstRound();
        double roundSeconds = seconds(plan, round, Plan.Part.PLANNED);
        double seconds =
                roundSeconds * plan.iterations() + seconds(plan, round, Plan.Part.BASELINE) * plan.baselineRounds();
        double longestSeconds = seconds;
        double rounds = plan.iterations();
        if (plan.stopping() instanceof StoppingRule.Precision precision) {
            longestSeconds = precision.longest().toNanos() / 1e9;
            seconds =
                    Math.min(longestSeconds, seconds + roundSeconds * (precision.assumedRounds() - plan.iterations()));
            rounds = Math.max(rounds, longestSeconds / Math.max(roundSeconds, PAIR_SECONDS));
        }
        long memory =
                round.stream().mapToLong(turn -> memoryBytes(turn.cell())).max().orElse(0);
        return new Estimate(
                duration(seconds),
                duration(longestSeconds),
                duration(roundSeconds),
                memory,
                BASE_BYTES
                        + Math.round(rounds * round.size()) * LINE_BYTES
                        + plots * PLOT_BYTES
                        + plan.cells().size() * PAGE_BYTES,
                targetBytes(plan, round));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1e3));
    }

    private static double seconds(Plan plan, List<Plan.Turn> round, Plan.Part part) {
        return round.stream()
                .filter(turn -> turn.part() == part)
                .mapToDouble(turn -> startSeconds(turn.cell())
                        + warmUpSeconds(plan, turn.cell())
                        + measuredSeconds(turn.cell())
                        + plan.meterNanos() / 1e9)
                .sum();
    }

    /** A rehearsed schedule takes the time of the warm-up twice. */
    private static double warmUpSeconds(Plan plan, Cell cell) {
        int parts = cell.workload().isRehearsed(cell.clients().number()) ? 2 : 1;
        return parts * Math.min(plan.warmUpNanos() / 1e9, WARM_UP_SECONDS);
    }

    /** All cells have the same target. An old file stays there until the next one is complete, so two may exist at once. */
    private static long targetBytes(Plan plan, List<Plan.Turn> round) {
        return round.stream()
                        .mapToLong(turn -> turn.cell().workload().storedBytes())
                        .max()
                        .orElse(0)
                * Math.min(plan.turnCount(), 2);
    }

    /** Processes share the CPUs while they start. */
    private static double startSeconds(Cell cell) {
        return PAIR_SECONDS * (1 + cell.clients().processes()) / PEERS;
    }

    private static long memoryBytes(Cell cell) {
        Clients clients = cell.clients();
        long client = memoryBytes(cell, clients.connectionsEach());
        long auxiliary = cell.transport().auxiliary().isPresent() ? memoryBytes(cell, 1) : 0;
        return clients.processes() * client + memoryBytes(cell, clients.number()) + auxiliary;
    }

    /** The memory of a process with this number of connections. */
    private static long memoryBytes(Cell cell, int connections) {
        return PeerMemory.forMessages(cell.transport().traits(), cell.maxMessageBytes(), connections)
                .totalBytes();
    }

    private static double measuredSeconds(Cell cell) {
        Extent extent = cell.workload().extent();
        if (extent instanceof Extent.Period period) {
            return period.nanos() / 1e9;
        }
        double messages = ((Extent.Count) extent).messages();
        double latencySeconds = cell.workload().question().inTurns() ? ROUND_TRIP_SECONDS : MESSAGE_SECONDS;
        double storingSeconds = cell.workload().storedBytes() / STORED_BYTES_PER_SECOND;
        double workSeconds =
                cell.workload().shape().map(shape -> shape.work().nanos() / 1e9).orElse(0.0);
        return messages * (Math.max(latencySeconds, cell.requestBytes() / BYTES_PER_SECOND) + workSeconds)
                + storingSeconds;
    }
}
