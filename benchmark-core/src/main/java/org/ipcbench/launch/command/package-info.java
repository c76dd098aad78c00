/** How a peer is started: its command line, class path, memory and settings. */
@NullMarked
package org.ipcbench.launch.command;

import org.jspecify.annotations.NullMarked;
