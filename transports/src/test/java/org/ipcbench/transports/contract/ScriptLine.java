package org.ipcbench.transports.contract;

import org.ipcbench.workload.Role;

/**
 * One side sends, the other receives.
 *
 * @param sender who sends
 * @param messageSizeBytes length of each message
 * @param count how many messages go without waiting for anything in return
 */
record ScriptLine(Role sender, int messageSizeBytes, int count) {}
