package org.ipcbench.plan;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PausedException;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.launch.Peers;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.workload.Extent;

/** Runs a plan, one iteration at a time, each with a fresh pair of JVMs. */
public final class Runner {
    private final Start start;
    private final NanoClock clock;
    private final List<RunListener> listeners;

    /** How the JVMs are started that measure a cell. */
    interface Start {
        Peers peersOf(Cell cell) throws IOException;
    }

    public Runner(PeerSettings settings, NanoClock clock, List<RunListener> listeners) {
        this(
                cell -> PeerPair.start(settings, cell.transport(), cell.messageSizeBytes(), cell.placement()),
                clock,
                listeners);
    }

    Runner(Start start, NanoClock clock, List<RunListener> listeners) {
        this.start = start;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Measures every cell that can be measured. A failed iteration costs none of the others; interrupting the thread
     * ends the current iteration and keeps what was measured.
     *
     * @throws IOException where a listener cannot write what was measured
     */
    public RunResult run(Plan plan) throws IOException {
        return run(plan, new RunTally(plan));
    }

    /** Measures the plan, and adds the iterations to a tally that outlives a failure. */
    public RunResult run(Plan plan, RunTally tally) throws IOException {
        for (Plan.Turn turn : plan.turns()) {
            if (Thread.interrupted()) {
                return tally.result(true);
            }
            listeners.forEach(listener -> listener.iterationStarted(turn));
            IterationResult result;
            try {
                result = measureAwake(turn, plan.warmUpNanos());
            } catch (InterruptedException e) {
                return tally.result(true);
            }
            tally.add(result);
            for (RunListener listener : listeners) {
                listener.iterationEnded(result);
            }
        }
        return tally.result(false);
    }

    /** What a pause has spoilt is measured once more. */
    private IterationResult measureAwake(Plan.Turn turn, long warmUpNanos) throws InterruptedException, IOException {
        IterationResult result = measure(turn, warmUpNanos);
        if (!result.paused()) {
            return result;
        }
        for (RunListener listener : listeners) {
            listener.iterationRepeated(result.beforeRepetition());
        }
        return measure(turn, warmUpNanos);
    }

    @SuppressWarnings("CatchingUnchecked") // an error costs this iteration, and none of the others
    private IterationResult measure(Plan.Turn turn, long warmUpNanos) throws InterruptedException {
        Cell cell = turn.cell();
        try {
            Peers peers = start.peersOf(cell);
            Optional<Measurement> measured = Optional.empty();
            try (peers) {
                measured = Optional.of(peers.measure(
                        cell.workload(),
                        cell.messageSizeBytes(),
                        cell.bufferSizeBytes(),
                        warmUpNanos,
                        progressOf(turn)));
            } catch (IOException | RuntimeException | Error e) { // its own, or of clearing away
                if (measured.isEmpty()) {
                    throw e;
                }
                warn("%s: measured, but not all could be cleared away: %s"
                        .formatted(cell.transportId(), Exhaustion.describe(e)));
            }
            return IterationResult.measured(turn, measured.orElseThrow(), peers.breakdown());
        } catch (IterationFailedException | IOException | RuntimeException | Error e) {
            if (Thread.interrupted()) { // a channel closed by the interrupt looks like a failure of the transport
                throw new InterruptedException();
            }
            String failure = "%s: %s".formatted(cell.transportId(), Exhaustion.describe(e));
            return e instanceof PausedException
                    ? IterationResult.paused(turn, failure)
                    : IterationResult.failed(turn, failure);
        }
    }

    private void warn(String warning) {
        listeners.forEach(listener -> listener.warned(warning));
    }

    private LongConsumer progressOf(Plan.Turn turn) {
        Extent extent = turn.cell().workload().extent();
        if (extent instanceof Extent.Count count) {
            return messages -> progressed(turn, (double) messages / count.messages());
        }
        long nanos = ((Extent.Period) extent).nanos();
        long[] start = {0};
        return messages -> {
            if (start[0] == 0) {
                start[0] = clock.nanos();
            }
            progressed(turn, (double) (clock.nanos() - start[0]) / nanos);
        };
    }

    private void progressed(Plan.Turn turn, double fraction) {
        listeners.forEach(listener -> listener.progressed(turn, Math.min(1, fraction)));
    }
}
