/** HTTP/1.1 as the JDK has it: its server, its client, and a POST for every message. */
@NullMarked
package org.ipcbench.transports.http;

import org.jspecify.annotations.NullMarked;
