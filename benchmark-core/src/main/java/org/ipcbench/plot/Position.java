package org.ipcbench.plot;

/**
 * A place on the canvas, in pixels from its upper left corner.
 *
 * @param x to the right
 * @param y downwards
 */
public record Position(double x, double y) {
    public Position plus(double right, double down) {
        return new Position(x + right, y + down);
    }
}
