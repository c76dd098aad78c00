package org.ipcbench.plot;

import java.util.List;

/**
 * Values of several names, a bar each.
 *
 * @param title the question it answers
 * @param note what the signs mean; may be empty
 * @param axis the axis along the bars
 * @param bars from above to below
 */
public record BarPlot(String title, String note, Axis axis, List<Bar> bars) implements Plot {
    public BarPlot {
        bars = List.copyOf(bars);
    }

    @Override
    public boolean isMeasured() {
        return bars.stream().anyMatch(bar -> !bar.end().isGap());
    }
}
