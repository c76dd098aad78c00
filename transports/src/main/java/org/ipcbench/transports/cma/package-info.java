/** Messages that the receiver copies out of the sender's private memory, by one call of the kernel (cross-memory attach). */
@NullMarked
package org.ipcbench.transports.cma;

import org.jspecify.annotations.NullMarked;
