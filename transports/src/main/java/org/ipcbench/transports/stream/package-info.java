/** Common parts of transports over a socket or pipe: channel, listener, authentication, deadlines. */
@NullMarked
package org.ipcbench.transports.stream;

import org.jspecify.annotations.NullMarked;
