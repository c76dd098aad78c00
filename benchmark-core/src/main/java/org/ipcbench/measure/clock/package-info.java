/** Clocks: nanoseconds, CPU time, compilation. */
@NullMarked
package org.ipcbench.measure.clock;

import org.jspecify.annotations.NullMarked;
