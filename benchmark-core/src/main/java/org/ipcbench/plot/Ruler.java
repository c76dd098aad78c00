package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;

/**
 * The places of an axis's values.
 *
 * @param axis the axis
 * @param range its range
 * @param start place where the range begins
 * @param end place where the range ends
 */
public record Ruler(Axis axis, Range range, double start, double end) {
    private static final double EPSILON = 1e-9;

    /** Space between two labels, in letters. */
    private static final double SPACES = 1.5;

    /** The place of a value; of one beyond the range, such as zero on a logarithmic axis, the range's end. */
    double at(double value) {
        double position = axis.scale().position(value);
        return atPosition(position > range.from() ? Math.min(range.to(), position) : range.from());
    }

    private double atPosition(double position) {
        return start + (end - start) * range.share(position);
    }

    /**
     * A label of the axis.
     *
     * @param at its place
     * @param text its text; may be empty
     */
    record ShownTick(double at, String text) {
        private boolean isReadableAfter(ShownTick before, double letter) {
            double letters = SPACES + (before.text().length() + text.length()) / 2.0;
            return Math.abs(at - before.at()) >= letter * letters;
        }
    }

    /**
     * The labels within the range: all, or those that do not overlap; the others have no text. If the axis's own values have
     * labels, each is left out that the one before leaves no room; otherwise every second, third and so on stays.
     *
     * @param letter width of a letter
     */
    List<ShownTick> marks(double letter) {
        List<ShownTick> marks = new ArrayList<>();
        for (Tick tick : axis.ticks(range)) {
            double share = range.share(tick.position());
            if (share > -EPSILON && share < 1 + EPSILON) {
                marks.add(new ShownTick(atPosition(tick.position()), tick.shown()));
            }
        }
        List<ShownTick> named =
                marks.stream().filter(mark -> !mark.text().isEmpty()).toList();
        List<ShownTick> shown = axis.hasOwnLabels() ? oneAfterTheOther(named, letter) : even(named, letter);
        return marks.stream()
                .map(mark -> shown.contains(mark) ? mark : new ShownTick(mark.at(), ""))
                .toList();
    }

    /** The last label stays, too: it says where the axis ends. */
    private static List<ShownTick> oneAfterTheOther(List<ShownTick> marks, double letter) {
        List<ShownTick> shown = new ArrayList<>();
        for (ShownTick mark : marks) {
            boolean last = mark.equals(marks.get(marks.size() - 1));
            while (last && shown.size() > 1 && !mark.isReadableAfter(shown.get(shown.size() - 1), letter)) {
                shown.remove(shown.size() - 1);
            }
            if (shown.isEmpty() || mark.isReadableAfter(shown.get(shown.size() - 1), letter)) {
                shown.add(mark);
            }
        }
        return shown;
    }

    private static List<ShownTick> even(List<ShownTick> marks, double letter) {
        for (int step = 1; step < marks.size(); step++) {
            int each = step;
            List<ShownTick> some = IntStream.range(0, marks.size())
                    .filter(i -> i % each == 0)
                    .mapToObj(marks::get)
                    .toList();
            if (IntStream.range(1, some.size()).allMatch(i -> some.get(i).isReadableAfter(some.get(i - 1), letter))) {
                return some;
            }
        }
        return marks.subList(0, Math.min(1, marks.size()));
    }
}
