package org.ipcbench.measure.sample;

import java.util.List;

/** The percentiles that reports and rules use. */
public final class Percentiles {
    public static final double MEDIAN = 50;

    public static final double P90 = 90;

    public static final double P99 = 99;

    public static final double P999 = 99.9;

    public static final double P9999 = 99.99;

    /** The percentiles that reports show if there are enough samples. */
    public static final List<Double> SHOWN = List.of(MEDIAN, P90, P99, P999, P9999);

    /** Percentiles whose intervals are kept of each iteration; gates look at the ones above the median. */
    public static final List<Double> WITH_INTERVALS = List.of(MEDIAN, P99, P9999);

    /** Percentiles that tables about something else show, such as sizes and spins. */
    public static final List<Double> IN_SIDE_TABLES = List.of(MEDIAN, P99);

    private Percentiles() {}
}
