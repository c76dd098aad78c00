package org.ipcbench.report;

import org.ipcbench.plot.Plot;

/**
 * A plot and what its files are called.
 *
 * @param stem their name without an extension
 * @param plot what they show
 */
record PlotFile(String stem, Plot plot) {}
