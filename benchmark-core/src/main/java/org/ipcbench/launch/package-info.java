/** The launcher's side of an iteration: a pair of peers and its report. */
@NullMarked
package org.ipcbench.launch;

import org.jspecify.annotations.NullMarked;
