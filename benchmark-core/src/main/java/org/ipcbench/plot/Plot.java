package org.ipcbench.plot;

/** What a picture shows. */
public sealed interface Plot permits LinePlot, BarPlot {

    /** The question it answers. */
    String title();

    /** Whether there is any value; else nothing can be painted. */
    boolean isMeasured();
}
