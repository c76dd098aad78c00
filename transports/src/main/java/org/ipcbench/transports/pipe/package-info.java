/** Kernel pipes: two named ones (FIFOs), and the unnamed ones on a server's standard input and output. */
@NullMarked
package org.ipcbench.transports.pipe;

import org.jspecify.annotations.NullMarked;
