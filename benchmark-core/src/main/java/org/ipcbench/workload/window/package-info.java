/** Clients that keep several calls under way on a connection. */
@NullMarked
package org.ipcbench.workload.window;

import org.jspecify.annotations.NullMarked;
