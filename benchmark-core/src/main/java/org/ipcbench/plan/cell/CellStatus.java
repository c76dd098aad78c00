package org.ipcbench.plan.cell;

import java.util.Locale;

/** The outcome of a cell. */
public enum CellStatus {
    /** At least one iteration yielded a measurement. */
    MEASURED,
    /** The transport was measured, but did not carry the requested rate: the cell has no latencies. */
    NOT_REACHED,
    /** Every iteration failed. */
    FAILED,
    /** The transport cannot carry messages of this size, or the machine lacks what the placement needs. */
    UNSUPPORTED,
    /** This machine does not offer the transport. */
    UNAVAILABLE,
    /** The run was interrupted before the cell was measured, or did not need it. */
    NOT_MEASURED;

    /** The status as files and tables show it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
