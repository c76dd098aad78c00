/** Sockets of the JDK: loopback TCP and Unix domain stream sockets. */
@NullMarked
package org.ipcbench.transports.socket;

import org.jspecify.annotations.NullMarked;
