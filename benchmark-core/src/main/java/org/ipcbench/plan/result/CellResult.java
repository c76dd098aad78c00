package org.ipcbench.plan.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.RunTally.CellTally;

/** The result of one cell. */
public final class CellResult {
    private final Cell cell;
    private final int plannedIterations;
    private final int failures;
    private final String firstFailure;
    private final Optional<Summary> summary;
    private final OptionalDouble harnessShare;
    private final String omission;
    private final Verdict verdict;

    /** Combines the iterations of a cell; skips those of other cells among {@code results}. */
    public CellResult(Cell cell, int plannedIterations, List<IterationResult> results) {
        this(
                tally(cell, plannedIterations, results).result(plannedIterations),
                OptionalDouble.empty(),
                MachineStalls.UNKNOWN,
                Set.of(),
                "");
    }

    CellResult(Cell cell, int plannedIterations, int failures, String firstFailure, Optional<Summary> summary) {
        this.cell = cell;
        this.plannedIterations = plannedIterations;
        this.failures = failures;
        this.firstFailure = firstFailure;
        this.summary = summary;
        harnessShare = OptionalDouble.empty();
        omission = "";
        verdict = Verdict.of(new CellDoubts(this).reasons());
    }

    private CellResult(
            CellResult unjudged,
            OptionalDouble harnessShare,
            MachineStalls stalls,
            Set<Reason.Kind> accepted,
            String omission) {
        cell = unjudged.cell;
        plannedIterations = unjudged.plannedIterations;
        failures = unjudged.failures;
        firstFailure = unjudged.firstFailure;
        summary = unjudged.summary.map(figures -> figures.beside(stalls));
        this.harnessShare = harnessShare;
        this.omission = omission;
        verdict = Verdict.of(new CellDoubts(this).reasons()).accepting(accepted);
    }

    private static CellTally tally(Cell cell, int plannedIterations, List<IterationResult> results) {
        CellTally tally = new CellTally(cell, plannedIterations);
        results.stream().filter(result -> result.turn().cell().equals(cell)).forEach(tally::add);
        return tally;
    }

    /**
     * Returns a copy with a verdict.
     *
     * @param baseline what the harness alone takes for the same question and size; empty if it was not measured
     * @param stalls the machine's stalls where the cell was measured
     * @param accepted the kinds of doubt that the user accepts
     * @param omission why the run did not need the cell; empty if it did
     */
    CellResult judged(
            Optional<Summary> baseline, MachineStalls stalls, Set<Reason.Kind> accepted, Optional<String> omission) {
        OptionalDouble share = baseline.isPresent() && summary.isPresent()
                ? OptionalDouble.of(summary.get().messagesPerSecond()
                        / cell.clients().number()
                        / baseline.get().messagesPerSecond())
                : OptionalDouble.empty();
        return new CellResult(this, share, stalls, accepted, omission.orElse(""));
    }

    public Cell cell() {
        return cell;
    }

    public int plannedIterations() {
        return plannedIterations;
    }

    public boolean hasFailures() {
        return failures > 0;
    }

    /** Number of failed iterations. */
    int failures() {
        return failures;
    }

    /** Why the first failed iteration failed; empty if none failed. */
    String firstFailure() {
        return firstFailure;
    }

    /** Why the run did not need the cell if it has no iteration; empty if it was interrupted. */
    String omission() {
        return omission;
    }

    /** The figures; empty if no iteration yielded any. */
    public Optional<Summary> summary() {
        return summary;
    }

    /** Whether the server's CPU time is known: the processes of a server of the user's may not be found. */
    public boolean hasServerCost() {
        return !cell.transport().traits().hasForeignServer()
                || summary.filter(known -> known.iterations().stream()
                                .anyMatch(iteration -> iteration.serverCost().cpuNanos() > 0))
                        .isPresent();
    }

    /** Throughput of each way in MiB a second if both peers of a stream send, half of the total; else empty. */
    public Optional<Double> mebibytesEachWay() {
        return summary.filter(figures -> Dimension.DIRECTION.of(cell).isPresent())
                .map(figures -> figures.mebibytesPerSecond() / 2);
    }

    /**
     * How many messages were under way at once, as the peers have told; otherwise how many may be, as the transport knows without them.
     * Empty if neither knows.
     */
    public OptionalLong inFlight() {
        OptionalLong told = summary.map(Summary::mostUnderWay).orElseGet(OptionalLong::empty);
        return told.isPresent() ? told : cell.inFlight();
    }

    /** The harness's share of the time of a message, from 0; empty if the baseline was not measured. */
    public OptionalDouble harnessShare() {
        return harnessShare;
    }

    public CellStatus status() {
        if (summary.isPresent()) {
            return summary.get().isReached() ? CellStatus.MEASURED : CellStatus.NOT_REACHED;
        }
        if (hasFailures()) {
            return CellStatus.FAILED;
        }
        return cell.obstacle().map(Obstacle::status).orElse(CellStatus.NOT_MEASURED);
    }

    /** Whether the cell was to be measured: nothing on its machine was in the way. */
    public boolean isAttempted() {
        return summary.isPresent() || hasFailures() || cell.obstacle().isEmpty();
    }

    /** The share of the messages that waited for acknowledgements which TCP delays; 0 if it is hardly any. */
    public double delayedShare() {
        return new CellDoubts(this).delayedShare().orElse(0.0);
    }

    /** How far to trust the figures, without the doubts that the user accepts. */
    public Verdict verdict() {
        return verdict;
    }
}
