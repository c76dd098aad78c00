package org.ipcbench.measure.sample;

/** The percentiles that reports and rules use. */
public final class Percentiles {
    public static final double MEDIAN = 50;

    public static final double P90 = 90;

    public static final double P99 = 99;

    public static final double P999 = 99.9;

    public static final double P9999 = 99.99;

    private Percentiles() {}
}
