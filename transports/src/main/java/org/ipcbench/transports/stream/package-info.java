/** What transports over a socket or pipe have in common: channel, listener, authentication, deadlines. */
@NullMarked
package org.ipcbench.transports.stream;

import org.jspecify.annotations.NullMarked;
