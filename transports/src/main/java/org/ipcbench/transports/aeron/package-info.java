/** Aeron IPC: a log in shared memory for each direction, and the driver that keeps it going in a process of its own. */
@NullMarked
package org.ipcbench.transports.aeron;

import org.jspecify.annotations.NullMarked;
