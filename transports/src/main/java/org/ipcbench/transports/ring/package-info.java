/** Lock-free rings in memory that both processes have mapped; what differs is how a side waits. */
@NullMarked
package org.ipcbench.transports.ring;

import org.jspecify.annotations.NullMarked;
