/** What stands in a message: layouts, the payload and how it is checked, the acknowledgement. */
@NullMarked
package org.ipcbench.workload.message;

import org.jspecify.annotations.NullMarked;
