/** Lock-free rings in memory that both processes have mapped; they differ in how a side waits. */
@NullMarked
package org.ipcbench.transports.ring;

import org.jspecify.annotations.NullMarked;
