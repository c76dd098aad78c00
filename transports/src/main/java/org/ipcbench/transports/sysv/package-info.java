/** System V IPC: message queues, and shared memory guarded by a mutex. */
@NullMarked
package org.ipcbench.transports.sysv;

import org.jspecify.annotations.NullMarked;
