/** Unix domain sockets of Netty, by its native epoll or by io_uring. */
@NullMarked
package org.ipcbench.transports.netty;

import org.jspecify.annotations.NullMarked;
