/** Processes of a pair, and what they tell the launcher. */
@NullMarked
package org.ipcbench.launch.process;

import org.jspecify.annotations.NullMarked;
