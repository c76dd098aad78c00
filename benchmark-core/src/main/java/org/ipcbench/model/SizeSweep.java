package org.ipcbench.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;

/** Cells that differ in nothing but the message size, and their cost model, or the reason why they have none. */
public final class SizeSweep {
    /** With fewer sizes, a model is not expected. */
    private static final int MIN_PLANNED = 3;

    /** Fewest sizes from which a line can be told from scatter. */
    static final int MIN_SIZES = 5;

    /** A model is refused if it tells the time of a size in the middle no better than within this factor. */
    static final double MAX_FACTOR = 1.5;

    private final List<CellResult> cells;
    private final NavigableMap<Integer, NavigableMap<Integer, Double>> speeds = new TreeMap<>();
    private final NavigableMap<Integer, Double> nanos = new TreeMap<>();
    private final Optional<CostModel> model;
    private final String refusal;

    /** @param cells at least one */
    SizeSweep(List<CellResult> cells) {
        this.cells = cells.stream()
                .sorted(Comparator.comparingInt(result -> result.cell().requestBytes()))
                .toList();
        for (CellResult result : this.cells) {
            int size = result.cell().requestBytes();
            sound(result).map(Summary::speed).ifPresent(speed -> {
                speeds.put(size, speed.usualOfRound());
                nanos.put(size, speed.usualMessageNanos());
            });
        }
        List<SizeTime> times = this.cells.stream()
                .filter(result -> result.summary().stream()
                        .allMatch(summary -> summary.twoSpeeds().isEmpty())) // a mean of two speeds describes neither
                .map(result -> result.cell().requestBytes())
                .flatMap(size -> Stream.ofNullable(nanos.get(size)).map(time -> new SizeTime(size, time)))
                .toList();
        Optional<CostModel> fitted = times.size() < MIN_SIZES ? Optional.empty() : CostModel.of(times);
        refusal = fitted.map(SizeSweep::obstacle).orElseGet(() -> tooFew(times.size()));
        model = fitted.filter(unused -> refusal.isEmpty());
    }

    /** The figures of a cell; empty if messages were damaged, which have no time. */
    private static Optional<Summary> sound(CellResult result) {
        return result.summary().filter(unused -> result.verdict().level() != Verdict.Level.INVALID);
    }

    private String tooFew(int usable) {
        if (usable >= MIN_SIZES) {
            return "no line fits its sizes";
        }
        String torn = cells.stream()
                .filter(result -> result.summary().flatMap(Summary::twoSpeeds).isPresent())
                .map(result -> Integer.toString(result.cell().requestBytes()))
                .collect(Collectors.joining(", "));
        return "%d sizes%s, needs %d or more"
                .formatted(usable, torn.isEmpty() ? "" : " without those at two speeds (" + torn + ")", MIN_SIZES);
    }

    /** Why the model is not precise enough; empty if it is. */
    static String obstacle(CostModel model) {
        CostModel.Residual worst = model.worst();
        return model.factorAt(Math.sqrt(model.smallestBytes() * model.largestBytes())) > MAX_FACTOR
                ? "no line fits its sizes; the worst, %.0f bytes, is off by %+.0f %%"
                        .formatted(worst.sizeBytes(), 100 * worst.relative())
                : "";
    }

    /** Any of the cells, for the properties that they have in common: all but the size. */
    public Cell cell() {
        return cells.get(0).cell();
    }

    /** The cells, ascending by size. */
    public List<CellResult> cells() {
        return cells;
    }

    /** Whether it has sizes enough for a model to be expected. */
    public boolean isForAModel() {
        return cells.size() >= MIN_PLANNED;
    }

    /** The usual speed by size in bytes, and then by round; sizes without figures are missing. */
    NavigableMap<Integer, NavigableMap<Integer, Double>> speedBySize() {
        return speeds;
    }

    /**
     * The usual time of a message of this size, in nanoseconds, between two measured sizes on the straight line of logarithms; empty
     * beyond the measured sizes.
     */
    Optional<Double> nanosAt(double bytes) {
        Map.Entry<Integer, Double> below = nanos.floorEntry((int) Math.floor(bytes));
        Map.Entry<Integer, Double> above = nanos.ceilingEntry((int) Math.ceil(bytes));
        if (below == null || above == null) {
            return Optional.empty();
        }
        double share = below.getKey().equals(above.getKey())
                ? 0
                : Math.log(bytes / below.getKey()) / Math.log((double) above.getKey() / below.getKey());
        return Optional.of(below.getValue() * Math.pow(above.getValue() / below.getValue(), share));
    }

    /** The model; empty if the data do not support one. */
    public Optional<CostModel> model() {
        return model;
    }

    /** Why there is no model; empty if there is one. */
    public String refusal() {
        return refusal;
    }

    /** Sizes in bytes that were measured, but are not part of the model because they have two speeds. */
    public List<Integer> passedOver() {
        return IntStream.range(0, cells.size())
                .mapToObj(cells::get)
                .filter(result -> result.summary().flatMap(Summary::twoSpeeds).isPresent())
                .map(result -> result.cell().requestBytes())
                .toList();
    }

    /**
     * Usual time of a message of one size.
     *
     * @param sizeBytes size of the message, in bytes
     * @param nanos time of the message, in nanoseconds
     */
    record SizeTime(double sizeBytes, double nanos) {
        SizeTime {
            if (!(sizeBytes > 0 && nanos > 0)) {
                throw new IllegalArgumentException(
                        "size and time must be above zero, were %s bytes and %s ns".formatted(sizeBytes, nanos));
            }
        }
    }
}
