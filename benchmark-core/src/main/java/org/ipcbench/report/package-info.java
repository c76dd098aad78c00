/** The run directory and the files that a run leaves there. */
@NullMarked
package org.ipcbench.report;

import org.jspecify.annotations.NullMarked;
