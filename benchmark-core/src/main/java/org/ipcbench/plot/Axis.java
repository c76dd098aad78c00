package org.ipcbench.plot;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;

/**
 * An axis.
 *
 * @param title what it shows, with the unit
 * @param scale how values become positions
 * @param labelled the values that have a label; those that the scale chooses where the list is empty
 */
public record Axis(String title, Scale scale, List<Double> labelled) {
    public Axis {
        labelled = List.copyOf(labelled);
    }

    /** An axis whose scale chooses the labels. */
    public Axis(String title, Scale scale) {
        this(title, scale, List.of());
    }

    public List<Tick> ticks(Range range) {
        return labelled.isEmpty()
                ? scale.ticks(range)
                : labelled.stream()
                        .distinct()
                        .sorted()
                        .map(value -> new Tick(scale.position(value), scale.label(value)))
                        .toList();
    }
}
