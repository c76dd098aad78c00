/** Aeron IPC: a log in shared memory for each direction, and the driver in a separate process. */
@NullMarked
package org.ipcbench.transports.aeron;

import org.jspecify.annotations.NullMarked;
