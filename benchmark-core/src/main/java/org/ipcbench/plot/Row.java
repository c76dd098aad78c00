package org.ipcbench.plot;

/**
 * A row of a figure.
 *
 * @param name the text beside the row
 * @param value the value with its interval; only the vertical value counts
 * @param mark another value on the same axis; not a number if there is none
 */
public record Row(String name, Point value, double mark) {
    public boolean hasMark() {
        return !Double.isNaN(mark);
    }
}
