package org.ipcbench.plan;

import java.time.Duration;
import java.util.List;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.plan.StoppingRule.Forecast;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Library;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.KeptSamples;
import org.ipcbench.workload.Sides;

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

    /** A process with both sides has both ends of the connection. */
    private static final int BOTH_ENDS = 2;

    /** One line of results with its histogram. */
    private static final long LINE_BYTES = 16 << 10;

    /** Of a timed message in an export. */
    private static final int ROW_BYTES = 28;

    /** As many as the fastest transports that sleep carry. */
    private static final double USUAL_MESSAGES_A_SECOND = 2e5;

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

    /** Returns a copy with this much more heap of a server, in bytes. */
    public RunEstimate withHeap(long bytes) {
        return new RunEstimate(
                time, longest, round, memoryBytes == 0 ? 0 : memoryBytes + bytes, diskBytes, targetBytes);
    }

    /** Returns a copy for peers that keep their timed messages: each may be in memory, in the run's directory, and in an export. */
    public RunEstimate keeping(KeptSamples samples, Plan plan) {
        long clients = plan.cells().stream()
                .mapToLong(cell -> cell.clients().number())
                .max()
                .orElse(1);
        double stored = plan.firstRound().stream()
                .mapToDouble(turn -> Math.min(samples.most(), timed(turn.cell())))
                .sum();
        return new RunEstimate(
                time,
                longest,
                round,
                memoryBytes == 0 ? 0 : memoryBytes + 2 * samples.heapBytes((int) clients),
                diskBytes + Math.round(stored * plan.iterations() * (KeptSamples.STORED_BYTES_EACH + ROW_BYTES)),
                targetBytes);
    }

    /** About the number of messages that a cell times in an iteration. */
    private static double timed(Cell cell) {
        return cell.workload().extent() instanceof Extent.Count count
                ? count.messages()
                : USUAL_MESSAGES_A_SECOND * ((Extent.Period) cell.workload().extent()).nanos() / 1e9;
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
        PeerMemory client = memory(cell, clients.channelsEach());
        PeerMemory server = memory(cell, clients.channelsOfServer()).plusIdle(clients.idle());
        long auxiliary =
                cell.transport().auxiliary().isPresent() ? memory(cell, 1).totalBytes() : 0;
        if (cell.settings().get(Dimension.SIDES) == Sides.THREADS) {
            return memory(cell, BOTH_ENDS).totalBytes() + auxiliary;
        }
        return (clients.processes() - 1) * client.totalBytes()
                + client.plusIdle(clients.idle()).totalBytes()
                + server.totalBytes()
                + auxiliary;
    }

    /** The memory of a process with this number of channels. */
    private static PeerMemory memory(Cell cell, int channels) {
        return PeerMemory.forMessages(cell.transport().traits(), cell.maxMessageBytes(), channels);
    }

    /** How long iterations usually take, as seen on machines with two CPUs; a run corrects it after its first round. */
    static final class IterationTimes {
        /** Starting and ending two JVMs: 0.38 to 0.57 s on two CPUs. */
        private static final double PAIR_SECONDS = 0.45;

        /** A new JVM in the place of one that has ended, or a look at what a transport takes when nobody reads. */
        private static final double RESTART_SECONDS = 0.7;

        /** Between two iterations: writing and syncing files. */
        private static final double BETWEEN_SECONDS = 0.03;

        /** The first use of a library other than the JDK's: 0.05 to 0.25 s, while the client connects. */
        private static final double LIBRARY_SECONDS = 0.1;

        /** A warm-up whose compilers have a CPU besides those of the measuring threads; it ends by itself. */
        private static final double ROOMY_WARM_UP_SECONDS = 0.6;

        /** A warm-up whose compilers share the CPUs of the measuring threads. */
        private static final double CROWDED_WARM_UP_SECONDS = 0.9;

        /** A warm-up with a connection for each message. */
        private static final double RECONNECTING_WARM_UP_SECONDS = 1.5;

        /** Each of the two parts of a warm-up that rehearses a schedule. */
        private static final double REHEARSED_WARM_UP_SECONDS = 0.45;

        /** The same if a library other than the JDK's has to be compiled, too: 0.5 to 1 s. */
        private static final double LIBRARY_REHEARSED_WARM_UP_SECONDS = 0.55;

        /** A round trip between two CPUs, each side woken by the other. */
        private static final double ROUND_TRIP_SECONDS = 1e-4;

        /** A small message over a blocking transport between two CPUs was seen to take about this long. */
        private static final double MESSAGE_SECONDS = 2e-6;

        /** Throughput of large messages over the same transport, in bytes a second. */
        private static final double BYTES_PER_SECOND = 1.5e9;

        /** Writing a file of several gigabytes, most of it to a disk, and reading it back, in bytes a second. */
        private static final double STORED_BYTES_PER_SECOND = 2.5e8;

        /**
         * Time that is added for cells whose peers wake each other up across CPUs, as a share of the planned time: their figures
         * scatter, and that of others hardly.
         */
        private static final double WAKE_UPS_ADDED_SHARE = 0.8;

        private static final int PEERS = 2;
        private static final double NANOS = 1e9;

        private IterationTimes() {}

        /** The time of an iteration, in seconds, with what comes between it and the next one. */
        static double seconds(Cell cell, Plan plan) {
            return outsideSeconds(cell, plan.warmUpNanos())
                    + plan.meterNanos() / NANOS
                    + measuredSeconds(cell)
                    + BETWEEN_SECONDS;
        }

        /** The time of iterations beyond the planned ones, as a share of their time. */
        static double addedShare(Plan plan) {
            return plan.cells().stream()
                    .filter(cell -> cell.obstacle().isEmpty())
                    .mapToDouble(IterationTimes::addedShare)
                    .average()
                    .orElse(0);
        }

        private static double addedShare(Cell cell) {
            return cell.workload().question().inTurns() && measuringCpus(cell) > 1 ? WAKE_UPS_ADDED_SHARE : 0;
        }

        /** The largest number of CPUs that the measuring threads take. */
        private static int measuringCpus(Cell cell) {
            return cell.placement().cpus().map(cpus -> cpus.list().size()).orElse(PEERS);
        }

        /** The time outside the measured part; processes share the CPUs while they start. */
        private static double outsideSeconds(Cell cell, long warmUpLimitNanos) {
            return PAIR_SECONDS * (1 + cell.clients().processes()) / PEERS
                    + (isOfTheJdk(cell) ? 0 : LIBRARY_SECONDS)
                    + (cell.workload().dying().isPresent() ? RESTART_SECONDS : 0)
                    + warmUpSeconds(cell, warmUpLimitNanos / NANOS);
        }

        private static boolean isOfTheJdk(Cell cell) {
            return cell.transport().info().library().equals(Library.JDK);
        }

        private static double warmUpSeconds(Cell cell, double limitSeconds) {
            if (cell.workload().isRehearsed(cell.clients().number())) {
                return 2
                        * Math.min(
                                limitSeconds,
                                isOfTheJdk(cell) ? REHEARSED_WARM_UP_SECONDS : LIBRARY_REHEARSED_WARM_UP_SECONDS);
            }
            if (cell.workload().reconnects()) {
                return Math.min(limitSeconds, RECONNECTING_WARM_UP_SECONDS);
            }
            boolean roomy = Runtime.getRuntime().availableProcessors() > measuringCpus(cell);
            return Math.min(limitSeconds, roomy ? ROOMY_WARM_UP_SECONDS : CROWDED_WARM_UP_SECONDS);
        }

        private static double measuredSeconds(Cell cell) {
            Extent extent = cell.workload().extent();
            if (extent instanceof Extent.Period period) {
                return period.nanos() / NANOS;
            }
            double messageSeconds = Math.max(
                    cell.workload().question().inTurns() ? ROUND_TRIP_SECONDS : MESSAGE_SECONDS,
                    cell.requestBytes() / BYTES_PER_SECOND);
            double workSeconds = cell.workload()
                    .shape()
                    .map(shape -> shape.work().nanos() / NANOS)
                    .orElse(0.0);
            return ((Extent.Count) extent).messages() * (messageSeconds + workSeconds)
                    + cell.workload().storedBytes() / STORED_BYTES_PER_SECOND;
        }
    }
}
