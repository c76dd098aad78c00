/** One publisher sends to several subscribers, some of which are slow. */
@NullMarked
package org.ipcbench.workload.publish;

import org.jspecify.annotations.NullMarked;
