/** Agrona's ring buffer for one writer and one reader, in memory that two processes map. */
@NullMarked
package org.ipcbench.transports.agrona;

import org.jspecify.annotations.NullMarked;
