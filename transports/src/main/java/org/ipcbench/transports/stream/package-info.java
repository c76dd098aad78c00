/** What transports over a socket or pipe have in common: channel, listener, the token's exchange, deadlines. */
@NullMarked
package org.ipcbench.transports.stream;

import org.jspecify.annotations.NullMarked;
