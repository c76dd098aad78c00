/** The figures of a cell's iterations: rates, latencies, CPU times, and their course. */
@NullMarked
package org.ipcbench.analysis.summary;

import org.jspecify.annotations.NullMarked;
