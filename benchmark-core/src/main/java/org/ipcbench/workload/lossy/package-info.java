/** The halves for a channel that may lose messages; they count the losses. */
@NullMarked
package org.ipcbench.workload.lossy;

import org.jspecify.annotations.NullMarked;
