/** What questions are: their extent, the interfaces of their halves, and the warm-up. */
@NullMarked
package org.ipcbench.workload;

import org.jspecify.annotations.NullMarked;
