/** The start of a peer: its command line, class path, memory and settings. */
@NullMarked
package org.ipcbench.launch.command;

import org.jspecify.annotations.NullMarked;
