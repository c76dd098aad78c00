/** Common parts of transports over the kernel's message queues: messages, authentication and channel. */
@NullMarked
package org.ipcbench.transports.queue;

import org.jspecify.annotations.NullMarked;
