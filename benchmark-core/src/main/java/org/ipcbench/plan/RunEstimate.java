package org.ipcbench.plan;

import java.time.Duration;
import java.util.List;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.workload.Clients;

/**
 * Rough estimate of the time and space that a plan takes.
 *
 * @param time wall-clock time, with the usual extra time
 * @param longest wall-clock time if rates vary more than assumed, gates stay uncertain, or cells need more extra time; equals
 *     {@code time} if the number of iterations is fixed
 * @param round wall-clock time of a round
 * @param memoryBytes the most that the processes of an iteration may take at once, in bytes
 * @param diskBytes size of the run directory, in bytes
 * @param targetBytes size of a transferred file and the one it replaces, beside its target, in bytes; 0 if it has no target
 */
public record RunEstimate(
        Duration time, Duration longest, Duration round, long memoryBytes, long diskBytes, long targetBytes) {
    /** Starting this program, looking at the machine, and drawing plots and the page. */
    private static final double PROGRAM_SECONDS = 1.5;

    /** Measuring how long a sleeping CPU takes to wake up, once for each placement on two CPUs. */
    public static final double WAKE_UP_SECONDS = 0.3;

    /** One line of results with its histogram. */
    private static final long LINE_BYTES = 16 << 10;

    /** Environment, table and the file system's own blocks. */
    private static final long BASE_BYTES = 256 << 10;

    /** A plot of twenty lines. */
    private static final long PLOT_BYTES = 32 << 10;

    /** Space of a cell in the page: 200 cells take a little less than a megabyte. */
    private static final long PAGE_BYTES = 5 << 10;

    /**
     * Estimates a plan.
     *
     * @param plots number of plots that will be made of the run
     */
    public static RunEstimate of(Plan plan, int plots) {
        List<Plan.Turn> round = plan.firstRound();
        double roundSeconds = seconds(plan, round, Plan.Part.PLANNED);
        double seconds = (round.isEmpty()
                        ? 0
                        : PROGRAM_SECONDS
                                + WAKE_UP_SECONDS * plan.placementsOnTwoCpus().size())
                + roundSeconds * plan.iterations()
                + seconds(plan, round, Plan.Part.BASELINE) * plan.baselineRounds();
        Forecast forecast = plan.stopping()
                .forecast(
                        Forecast.of(seconds, roundSeconds, plan.iterations()),
                        round.size(),
                        IterationTimes.addedShare(plan));
        long memory =
                round.stream().mapToLong(turn -> memoryBytes(turn.cell())).max().orElse(0);
        return new RunEstimate(
                duration(forecast.seconds()),
                duration(forecast.longestSeconds()),
                duration(roundSeconds),
                memory,
                BASE_BYTES
                        + Math.round(forecast.rounds() * round.size()) * LINE_BYTES
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
                .mapToDouble(turn -> IterationTimes.seconds(turn.cell(), plan))
                .sum();
    }

    /** All cells have the same target. An old file stays there until the next one is complete, so two may exist at once. */
    private static long targetBytes(Plan plan, List<Plan.Turn> round) {
        return round.stream()
                        .mapToLong(turn -> turn.cell().workload().storedBytes())
                        .max()
                        .orElse(0)
                * Math.min(plan.turnCount(), 2);
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
}
