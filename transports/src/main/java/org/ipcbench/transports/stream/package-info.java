/** What the transports over a byte stream of the kernel have in common: the channel, the token's exchange, deadlines. */
@NullMarked
package org.ipcbench.transports.stream;

import org.jspecify.annotations.NullMarked;
