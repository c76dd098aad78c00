/** When the messages of a load are due, and how a sender waits for that. */
@NullMarked
package org.ipcbench.workload.schedule;

import org.jspecify.annotations.NullMarked;
