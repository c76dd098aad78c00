/** Meters that run besides the measured part: costs, threads, pauses, the machine. */
@NullMarked
package org.ipcbench.measure.meter;

import org.jspecify.annotations.NullMarked;
