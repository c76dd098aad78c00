/** Peers as processes: placement, launch command, peer process, peer pair, scratch directory. */
@NullMarked
package org.ipcbench.process;

import org.jspecify.annotations.NullMarked;
