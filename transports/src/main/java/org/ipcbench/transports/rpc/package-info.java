/** Tool servers and language servers: JSON-RPC over the server's standard streams or a Unix socket, in each of the usual framings. */
@NullMarked
package org.ipcbench.transports.rpc;

import org.jspecify.annotations.NullMarked;
