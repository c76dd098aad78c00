/** UDP over the loopback interface: datagrams that may get lost. */
@NullMarked
package org.ipcbench.transports.udp;

import org.jspecify.annotations.NullMarked;
