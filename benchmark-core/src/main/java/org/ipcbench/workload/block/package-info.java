/** One block at a time, in pieces if a message has no room for it. */
@NullMarked
package org.ipcbench.workload.block;

import org.jspecify.annotations.NullMarked;
