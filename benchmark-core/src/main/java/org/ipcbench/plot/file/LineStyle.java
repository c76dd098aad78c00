package org.ipcbench.plot.file;

import java.util.List;

/**
 * How a line looks; no two of the first 72 of a plot have both marker and dashes in common.
 *
 * @param marker marks its values
 * @param pen draws it
 */
record LineStyle(Marker marker, Pen pen) {
    private static final double WIDTH = 1.6;

    /** Dark enough for white paper, and told apart by most who see colours differently. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#b0468c", "#000000", "#a67c00", "#2f95d0");

    private static final List<List<Integer>> DASHES = List.of(
            List.of(), List.of(8, 4), List.of(2, 3), List.of(10, 3, 2, 3), List.of(4, 2), List.of(12, 3, 2, 3, 2, 3));

    /** The style of the line at this place of the legend, from 0. */
    static LineStyle of(int place) {
        Marker[] markers = Marker.values();
        int round = place / markers.length; // shifts the dashes, which would otherwise repeat with the markers
        return new LineStyle(
                markers[place % markers.length],
                new Pen(COLOURS.get(place % COLOURS.size()), WIDTH, DASHES.get((place + round) % DASHES.size())));
    }
}
