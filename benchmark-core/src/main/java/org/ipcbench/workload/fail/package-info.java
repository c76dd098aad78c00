/** One peer ends while messages are under way, and the other one finds out. */
@NullMarked
package org.ipcbench.workload.fail;

import org.jspecify.annotations.NullMarked;
