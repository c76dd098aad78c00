/**
 * Descriptors that one process gives another one: named pipes (FIFOs), the unnamed ones or the pair of sockets on a server's standard
 * input and output, and sealed memory files.
 */
@NullMarked
package org.ipcbench.transports.pipe;

import org.jspecify.annotations.NullMarked;
