package org.ipcbench.plot;

/**
 * An axis.
 *
 * @param title what it shows, with the unit
 * @param scale how values become positions
 */
public record Axis(String title, Scale scale) {}
