package org.ipcbench.plan.cell;

/**
 * One of several ways to measure the same cell in the same run.
 *
 * @param label its name in tables and files; empty for the only one
 */
public record Variant(String label) {
    /** The run compares nothing. */
    public static final Variant NONE = new Variant("");
}
