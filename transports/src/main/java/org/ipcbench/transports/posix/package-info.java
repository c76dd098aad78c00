/** POSIX message queues. */
@NullMarked
package org.ipcbench.transports.posix;

import org.jspecify.annotations.NullMarked;
