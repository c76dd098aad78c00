/** Agrona's ring buffers of one reader, in memory that two processes or more map. */
@NullMarked
package org.ipcbench.transports.agrona;

import org.jspecify.annotations.NullMarked;
