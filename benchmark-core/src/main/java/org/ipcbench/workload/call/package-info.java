/** Calls, one or several at a time, of one size or of many, over a channel that keeps messages or may lose them. */
@NullMarked
package org.ipcbench.workload.call;

import org.jspecify.annotations.NullMarked;
