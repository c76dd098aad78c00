/** The times at which the messages of a load are due, and the ways in which a sender waits for them. */
@NullMarked
package org.ipcbench.workload.schedule;

import org.jspecify.annotations.NullMarked;
