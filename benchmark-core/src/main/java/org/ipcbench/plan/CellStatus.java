package org.ipcbench.plan;

import java.util.Locale;

/** What became of a cell. */
public enum CellStatus {
    /** At least one iteration yielded a measurement. */
    MEASURED,
    /** All was measured, and the transport did not carry the rate that was asked for: there are no latencies. */
    NOT_REACHED,
    /** Every iteration failed. */
    FAILED,
    /** The transport cannot carry messages of this size, or the machine lacks what the placement needs. */
    UNSUPPORTED,
    /** This machine does not offer the transport. */
    UNAVAILABLE,
    /** The run was interrupted before it was this cell's turn. */
    NOT_MEASURED;

    /** The status as files and tables show it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
