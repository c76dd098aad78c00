package org.ipcbench.plot;

import java.util.List;

/**
 * The look of a line; among the first 72 lines of a plot, no two have both the same marker and the same dashes.
 *
 * @param marker marks its values
 * @param pen draws it
 */
record LineStyle(Marker marker, Pen pen) {
    private static final double WIDTH = 1.6;

    /**
     * Colours that are dark enough for white paper. Dark and light ones take turns, so that neighbours differ in greyscale and
     * for people with any colour-blindness.
     */
    static final List<String> COLOURS =
            List.of("#005b94", "#dd6b1f", "#005f49", "#cc5fa8", "#101316", "#6a5000", "#3597d3");

    private static final List<List<Integer>> DASHES = List.of(
            List.of(), List.of(8, 4), List.of(2, 3), List.of(10, 3, 2, 3), List.of(4, 2), List.of(12, 3, 2, 3, 2, 3));

    /** The style of the line at this index of the legend, from 0. */
    static LineStyle of(int place) {
        Marker[] markers = Marker.values();
        int round = place / markers.length; // shifts the dashes, which would repeat with the markers otherwise
        return new LineStyle(
                markers[place % markers.length],
                new Pen(COLOURS.get(place % COLOURS.size()), WIDTH, DASHES.get((place + round) % DASHES.size())));
    }
}
