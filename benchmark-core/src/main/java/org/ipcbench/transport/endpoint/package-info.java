/** Servers of users as transports: their addresses, their connections, and what their processes use. */
@NullMarked
package org.ipcbench.transport.endpoint;

import org.jspecify.annotations.NullMarked;
