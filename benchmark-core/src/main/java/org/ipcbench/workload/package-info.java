/** The questions asked of a transport, their extent, and the warm-up. */
@NullMarked
package org.ipcbench.workload;

import org.jspecify.annotations.NullMarked;
