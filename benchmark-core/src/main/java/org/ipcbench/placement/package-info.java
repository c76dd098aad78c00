/** On which CPUs and NUMA nodes each peer runs, and what a placement lacks on this machine. */
@NullMarked
package org.ipcbench.placement;

import org.jspecify.annotations.NullMarked;
