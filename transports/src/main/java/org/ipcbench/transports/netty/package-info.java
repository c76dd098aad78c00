/** Unix domain sockets of Netty, by its native epoll. */
@NullMarked
package org.ipcbench.transports.netty;

import org.jspecify.annotations.NullMarked;
