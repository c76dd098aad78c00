package org.ipcbench.plot;

/**
 * A bar.
 *
 * @param name what stands beside it
 * @param end where it ends, with the interval; only the vertical value counts
 * @param mark another value on the same axis; not a number where there is none
 */
public record Bar(String name, Point end, double mark) {
    boolean hasMark() {
        return !Double.isNaN(mark);
    }
}
