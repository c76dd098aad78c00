/** The content of a message: layouts, the payload and its checks, the acknowledgement. */
@NullMarked
package org.ipcbench.workload.message;

import org.jspecify.annotations.NullMarked;
