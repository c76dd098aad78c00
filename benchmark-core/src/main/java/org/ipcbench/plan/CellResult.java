package org.ipcbench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.measure.Measurement;

/** What came of one cell. */
public final class CellResult {
    private final Cell cell;
    private final int plannedIterations;
    private final int failures;
    private final String firstFailure;
    private final Optional<Summary> summary;

    /** Puts the iterations of a cell together; those of other cells among {@code results} are passed over. */
    public CellResult(Cell cell, int plannedIterations, List<IterationResult> results) {
        List<IterationResult> own = results.stream()
                .filter(result -> result.turn().cell().equals(cell))
                .toList();
        List<String> reasons = own.stream()
                .map(IterationResult::failure)
                .filter(failure -> !failure.isEmpty())
                .toList();
        this.cell = cell;
        this.plannedIterations = plannedIterations;
        failures = reasons.size();
        firstFailure = reasons.stream().findFirst().orElse("");
        List<Measurement> measurements =
                own.stream().flatMap(result -> result.measurement().stream()).toList();
        summary = measurements.isEmpty() ? Optional.empty() : Optional.of(Summary.of(measurements));
    }

    CellResult(Cell cell, int plannedIterations, int failures, String firstFailure, Optional<Summary> summary) {
        this.cell = cell;
        this.plannedIterations = plannedIterations;
        this.failures = failures;
        this.firstFailure = firstFailure;
        this.summary = summary;
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

    /** The figures, where any iteration yielded some. */
    public Optional<Summary> summary() {
        return summary;
    }

    public CellStatus status() {
        if (summary.isPresent()) {
            return CellStatus.MEASURED;
        }
        if (hasFailures()) {
            return CellStatus.FAILED;
        }
        return cell.obstacle().map(Obstacle::status).orElse(CellStatus.NOT_MEASURED);
    }

    public Verdict verdict() {
        if (summary.isEmpty()) {
            return Verdict.invalid(whyNoFigures());
        }
        Summary figures = summary.get();
        List<String> doubts = new ArrayList<>(figures.doubts());
        if (hasFailures()) {
            doubts.add("%d of %d iterations failed: %s".formatted(failures, plannedIterations, firstFailure));
        }
        if (figures.count() + failures < plannedIterations) {
            doubts.add("interrupted after %d of %d iterations".formatted(figures.count(), plannedIterations));
        }
        return Verdict.suspectIf(doubts);
    }

    private String whyNoFigures() {
        if (hasFailures()) {
            return firstFailure;
        }
        return cell.obstacle().map(Obstacle::reason).orElse("interrupted before it was measured");
    }
}
