package org.ipcbench.transports;

import org.ipcbench.workload.Role;

/**
 * One side sends, the other receives.
 *
 * @param sender whose turn it is
 * @param sizeBytes length of each message
 * @param count how many messages go without waiting for anything in return
 */
record Turn(Role sender, int sizeBytes, int count) {}
