package org.ipcbench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.measure.Measurement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.RateClimb;
import org.ipcbench.workload.Workload;

/**
 * Searches the knee of every transport, size and number of clients before a run, each over the same JVMs, and chooses the rates of
 * the run by it. The search decides which rates are measured, and none of its figures is one of the run.
 */
final class KneeSurvey {
    private static final double TAIL = 99;
    private static final double NANOS_PER_MICRO = 1e3;

    /** The rates of the run, as shares of the knee: enough for a curve, and one beyond the knee. */
    private static final double[] SHARES = {0.25, 0.5, 0.75, 1, 1.25};

    private final PeerSettings settings;
    private final long warmUpNanos;
    private final Consumer<String> lines;

    /** @param lines gets a line about each knee */
    KneeSurvey(PeerSettings settings, long warmUpNanos, Consumer<String> lines) {
        this.settings = settings;
        this.warmUpNanos = warmUpNanos;
        this.lines = lines;
    }

    /**
     * What the run has to measure.
     *
     * @param cells loads of the lowest rate, of which the first of each transport, size and number of clients is surveyed
     */
    List<Request.SizedWorkload> workloads(List<Cell> cells) throws IOException, InterruptedException {
        Set<List<Object>> seen = new LinkedHashSet<>();
        List<Request.SizedWorkload> workloads = new ArrayList<>();
        for (Cell cell : cells) {
            if (seen.add(List.of(cell.transportId(), cell.unitSizeBytes(), cell.clients()))) {
                rates(cell).forEach(rate -> workloads.add(workload(cell, rate)));
            }
        }
        return workloads;
    }

    private static Request.SizedWorkload workload(Cell cell, long rate) {
        return new Request.SizedWorkload(
                load(cell).atRate((double) rate), Optional.of(cell.transportId()), Optional.of(cell.clients()));
    }

    private static Workload.Load load(Cell cell) {
        return (Workload.Load) cell.workload();
    }

    /** Only the lowest rate where the machine lacks something or no knee is found; the run then says why. */
    private List<Long> rates(Cell cell) throws IOException, InterruptedException {
        Optional<RateClimb.Knee> knee = cell.obstacle().isPresent() ? Optional.empty() : knee(cell);
        long knees = knee.map(RateClimb.Knee::perSecond).orElse(0L);
        return DoubleStream.concat(
                        DoubleStream.of((double) RateClimb.UNLOADED_PER_SECOND),
                        DoubleStream.of(SHARES).map(share -> share * knees))
                .filter(rate -> rate >= RateClimb.UNLOADED_PER_SECOND)
                .mapToObj(RateClimb::rounded)
                .distinct()
                .toList();
    }

    private Optional<RateClimb.Knee> knee(Cell cell) throws IOException, InterruptedException {
        String name = "%s, %d bytes%s"
                .formatted(
                        cell.transportId(),
                        cell.unitSizeBytes(),
                        cell.clients().number() == 1
                                ? ""
                                : ", %d clients".formatted(cell.clients().number()));
        lines.accept("searching the knee of " + name);
        try (StandingPeers peers =
                new StandingPeers(settings, cell.transport(), cell.placement(), cell.clients(), lines)) {
            Optional<RateClimb.Knee> knee = new RateClimb(rate -> outcome(cell, rate, peers)).find();
            lines.accept(knee.map(found -> String.format(
                            Locale.ROOT,
                            "%s: knee near %d messages/s; p99 at %d messages/s is %.1f us",
                            name,
                            found.perSecond(),
                            RateClimb.UNLOADED_PER_SECOND,
                            found.unloadedP99Nanos() / NANOS_PER_MICRO))
                    .orElse("%s: does not carry %d messages/s".formatted(name, RateClimb.UNLOADED_PER_SECOND)));
            return knee;
        } catch (IterationFailedException e) {
            lines.accept("%s: no knee found: %s".formatted(name, e.getMessage()));
            return Optional.empty();
        }
    }

    private RateClimb.Outcome outcome(Cell cell, long rate, StandingPeers peers)
            throws IterationFailedException, InterruptedException {
        Measurement measurement = peers.measure(
                load(cell).atRate((double) rate), cell.messageSizeBytes(), cell.bufferSizeBytes(), warmUpNanos);
        return new RateClimb.Outcome(
                Summary.of(List.of(measurement)).isReached(),
                measurement.latencies().getValueAtPercentile(TAIL));
    }
}
