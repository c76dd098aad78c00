/** Messages as fast as possible, over a channel that keeps messages or may lose them. */
@NullMarked
package org.ipcbench.workload.stream;

import org.jspecify.annotations.NullMarked;
