/** Measuring inside a peer: clocks, recorder, sampling, costs, and the measurement that an iteration yields. */
@NullMarked
package org.ipcbench.measure;

import org.jspecify.annotations.NullMarked;
