package org.ipcbench.plot;

/**
 * A place on the canvas, in pixels from its upper left corner.
 *
 * @param x to the right
 * @param y downwards
 */
record Spot(double x, double y) {
    Spot plus(double right, double down) {
        return new Spot(x + right, y + down);
    }
}
