package org.ipcbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Interval;

/**
 * The cost of a message by its size: a fixed cost and a cost of a KiB, on one to three pieces. It holds between the measured
 * sizes.
 */
public final class CostModel {
    private final List<SizeTime> times;

    /** The best line first, then those that the data cannot tell from it. */
    private final List<PiecewiseFit> lines;

    /** Computed once: it is equal for all lines, and its computation takes long. */
    private final double quantile;

    private final List<SizeResidual> residuals;

    private CostModel(List<SizeTime> times, List<PiecewiseFit> lines, boolean checked) {
        this.times = times;
        this.lines = lines;
        quantile = best().quantile();
        residuals = checked ? checkedResiduals() : List.of();
    }

    /** The model of these times, ascending by size; empty if no line fits them. */
    static Optional<CostModel> of(List<SizeTime> times) {
        return of(times, true);
    }

    /** A model without the residuals, each of which takes a model of the other sizes. */
    static Optional<CostModel> unchecked(List<SizeTime> times) {
        return of(times, false);
    }

    private static Optional<CostModel> of(List<SizeTime> times, boolean checked) {
        List<PiecewiseFit> lines = new BreakpointSearch(times).lines();
        return lines.isEmpty() ? Optional.empty() : Optional.of(new CostModel(times, lines, checked));
    }

    private List<SizeResidual> checkedResiduals() {
        return IntStream.range(0, times.size())
                .mapToObj(i -> new SizeResidual(
                        times.get(i).sizeBytes(),
                        times.get(i).nanos(),
                        nanosAt(times.get(i).sizeBytes()),
                        i == 0 || i == times.size() - 1 ? Optional.empty() : predicted(i)))
                .toList();
    }

    /** The interval that a model of the other sizes predicts for this one; empty if they have no model. */
    private Optional<Interval> predicted(int index) {
        List<SizeTime> others = new ArrayList<>(times);
        SizeTime left = others.remove(index);
        return unchecked(others).map(model -> model.timeInterval(left.sizeBytes()));
    }

    private PiecewiseFit best() {
        return lines.get(0);
    }

    public double smallestBytes() {
        return times.get(0).sizeBytes();
    }

    public double largestBytes() {
        return times.get(times.size() - 1).sizeBytes();
    }

    /** The pieces, from the smallest size on. */
    public List<CostPiece> pieces() {
        return IntStream.range(0, best().pieces())
                .mapToObj(piece -> new CostPiece(
                        best().breakpoint(piece),
                        best().breakpoint(piece + 1),
                        best().fixedNanos(piece),
                        union(line -> line.fixedInterval(piece, quantile)),
                        best().nanosPerKibibyte(piece),
                        union(line -> line.slopeInterval(piece, quantile))))
                .toList();
    }

    /** The sizes at which a piece ends and the next begins; empty for a straight line. */
    public List<Knee> knees() {
        return IntStream.range(1, best().pieces())
                .mapToObj(knee -> new Knee(
                        best().breakpoint(knee),
                        union(line -> new Interval(line.breakpoint(knee), line.breakpoint(knee)))))
                .toList();
    }

    /** The time of a message of this size, in nanoseconds. */
    public double nanosAt(double sizeBytes) {
        return best().nanosAt(sizeBytes);
    }

    /** 95 % interval of the time of a single measurement of this size, in nanoseconds. */
    public Interval timeInterval(double sizeBytes) {
        return union(line -> line.timeInterval(sizeBytes, quantile));
    }

    /** 95 % interval of the line at this size, in nanoseconds: of the mean of many measurements. */
    public Interval lineInterval(double sizeBytes) {
        return union(line -> line.lineInterval(sizeBytes, quantile));
    }

    /** The residuals of the model at every measured size, ascending. */
    public List<SizeResidual> residuals() {
        return residuals;
    }

    /** The size that the model fits worst. */
    public SizeResidual largestResidual() {
        return residuals.stream()
                .max(Comparator.comparingDouble(residual -> Math.abs(Math.log1p(residual.relative()))))
                .orElseThrow();
    }

    /** Number of sizes that were left out and predicted from the others: all but the smallest and the largest. */
    public int leftOut() {
        return residuals.size() - 2;
    }

    /** Number of the sizes left out whose time lay within the predicted 95 % interval. */
    public int predicted() {
        return (int) residuals.stream().filter(SizeResidual::isPredicted).count();
    }

    /** Standard deviation of the measured times around the model, as a share. */
    public double deviation() {
        return best().deviation();
    }

    private Interval union(Function<PiecewiseFit, Interval> each) {
        List<Interval> intervals = lines.stream().map(each).toList();
        return new Interval(
                intervals.stream().mapToDouble(Interval::low).min().orElseThrow(),
                intervals.stream().mapToDouble(Interval::high).max().orElseThrow());
    }
}
