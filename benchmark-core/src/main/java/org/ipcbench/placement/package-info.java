/** The CPUs and NUMA nodes that each peer runs on, and what a placement lacks on this machine. */
@NullMarked
package org.ipcbench.placement;

import org.jspecify.annotations.NullMarked;
