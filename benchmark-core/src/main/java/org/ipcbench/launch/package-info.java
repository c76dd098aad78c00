/** The launcher's side of a pair: launch command, peer process, the running pair, timeouts. */
@NullMarked
package org.ipcbench.launch;

import org.jspecify.annotations.NullMarked;
