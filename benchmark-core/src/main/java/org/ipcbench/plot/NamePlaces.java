package org.ipcbench.plot;

/**
 * Places for names beside the ends of lines, so that names do not overlap.
 *
 * @param height minimum distance of two names
 * @param top highest place
 * @param bottom lowest place
 */
record NamePlaces(double height, double top, double bottom) {

    /**
     * The places.
     *
     * @param wanted where the lines end, ascending
     */
    double[] of(double... wanted) {
        double[] places = wanted.clone();
        double free = top;
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(places[i], free);
            free = places[i] + height;
        }
        double limit = Math.max(bottom, top + height * (places.length - 1));
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], limit);
            limit = places[i] - height;
        }
        return places;
    }
}
