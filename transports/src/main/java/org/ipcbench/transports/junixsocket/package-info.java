/** Unix domain sockets of junixsocket, which has the types the JDK lacks. */
@NullMarked
package org.ipcbench.transports.junixsocket;

import org.jspecify.annotations.NullMarked;
