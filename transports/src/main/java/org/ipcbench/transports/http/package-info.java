/** HTTP/1.1 of the JDK: its server, its client, and a POST for every message. */
@NullMarked
package org.ipcbench.transports.http;

import org.jspecify.annotations.NullMarked;
