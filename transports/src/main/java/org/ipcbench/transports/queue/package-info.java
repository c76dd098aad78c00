/** What transports over the kernel's message queues have in common: messages, authentication and channel. */
@NullMarked
package org.ipcbench.transports.queue;

import org.jspecify.annotations.NullMarked;
