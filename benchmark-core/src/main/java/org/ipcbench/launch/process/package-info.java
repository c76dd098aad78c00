/** Processes of a pair, and their messages to the launcher. */
@NullMarked
package org.ipcbench.launch.process;

import org.jspecify.annotations.NullMarked;
