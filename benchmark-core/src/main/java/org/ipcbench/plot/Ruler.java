package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
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

    double at(double value) {
        return atPosition(axis.scale().position(value));
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
    record ShownTick(double at, String text) {}

    /**
     * The labels within the range: all, or every second, third and so on, so that they do not overlap; the others have no
     * text.
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
        int step = 1;
        while (step < named.size() && !isReadable(named, step, letter)) {
            step++;
        }
        int each = step;
        return marks.stream()
                .map(mark -> named.indexOf(mark) % each == 0 ? mark : new ShownTick(mark.at(), ""))
                .toList();
    }

    private static boolean isReadable(List<ShownTick> marks, int step, double letter) {
        for (int i = step; i < marks.size(); i += step) {
            ShownTick before = marks.get(i - step);
            ShownTick mark = marks.get(i);
            double letters = SPACES + (before.text().length() + mark.text().length()) / 2.0;
            if (Math.abs(mark.at() - before.at()) < letter * letters) {
                return false;
            }
        }
        return true;
    }
}
