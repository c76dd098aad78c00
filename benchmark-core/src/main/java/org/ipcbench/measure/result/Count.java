package org.ipcbench.measure.result;

/** A count or a time of a measurement, which may be unknown. */
public final class Count {
    /** Stands for a count that the kernel does not tell, or a time of too few samples. */
    public static final long UNKNOWN = -1;

    private Count() {}
}
