/** Messages and calls at the times of a schedule: the schedule, and how a sender waits for its times. */
@NullMarked
package org.ipcbench.workload.load;

import org.jspecify.annotations.NullMarked;
