package org.ipcbench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.Summary;
import org.ipcbench.measure.Verdict;

/** What came of one cell. */
public final class CellResult {
    private final Cell cell;
    private final int plannedIterations;
    private final List<String> failures;
    private final Optional<Summary> summary;

    /** Puts the iterations of a cell together; those of other cells among {@code results} are passed over. */
    public CellResult(Cell cell, int plannedIterations, List<IterationResult> results) {
        this.cell = cell;
        this.plannedIterations = plannedIterations;
        List<IterationResult> own = results.stream()
                .filter(result -> result.turn().cell().equals(cell))
                .toList();
        failures = own.stream()
                .map(IterationResult::failure)
                .filter(failure -> !failure.isEmpty())
                .toList();
        List<Measurement> measurements =
                own.stream().flatMap(result -> result.measurement().stream()).toList();
        summary = measurements.isEmpty() ? Optional.empty() : Optional.of(new Summary(measurements));
    }

    public Cell cell() {
        return cell;
    }

    public int plannedIterations() {
        return plannedIterations;
    }

    public boolean hasFailures() {
        return !failures.isEmpty();
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
            doubts.add("%d of %d iterations failed: %s".formatted(failures.size(), plannedIterations, failures.get(0)));
        }
        if (figures.count() + failures.size() < plannedIterations) {
            doubts.add("interrupted after %d of %d iterations".formatted(figures.count(), plannedIterations));
        }
        return Verdict.suspectIf(doubts);
    }

    private String whyNoFigures() {
        if (hasFailures()) {
            return failures.get(0);
        }
        return cell.obstacle().map(Obstacle::reason).orElse("interrupted before it was measured");
    }
}
