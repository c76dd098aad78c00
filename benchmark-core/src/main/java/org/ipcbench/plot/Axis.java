package org.ipcbench.plot;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;

/**
 * An axis.
 *
 * @param title what it shows, with the unit
 * @param scale how values become positions
 * @param labelled the values that have a label; if the list is empty or too long, the scale chooses them
 */
public record Axis(String title, Scale scale, List<Double> labelled) {
    /** More labels would cover each other. */
    private static final int MAX_LABELLED = 20;

    public Axis {
        labelled = List.copyOf(labelled);
    }

    /** An axis whose scale chooses the labels. */
    public Axis(String title, Scale scale) {
        this(title, scale, List.of());
    }

    /** The title, with the beginning of an axis on which lengths say nothing; labels of all values say it themselves. */
    public String caption(Range range) {
        return labelled.isEmpty() ? title + scale.origin(range) : title;
    }

    public List<Tick> ticks(Range range) {
        return hasOwnLabels()
                ? labelled.stream()
                        .distinct()
                        .sorted()
                        .map(value -> new Tick(scale.position(value), scale.label(value)))
                        .toList()
                : scale.ticks(range);
    }

    /** Whether values are labelled that the scale does not choose; their distances are uneven. */
    boolean hasOwnLabels() {
        long values = labelled.stream().distinct().count();
        return values > 0 && values <= MAX_LABELLED;
    }
}
