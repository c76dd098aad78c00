package org.ipcbench.workload;

import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.Pacing;

/**
 * Messages at given times.
 *
 * @param perSecond mean number of messages per second of all senders together
 * @param arrivals how the times are spread
 * @param pacing how a sender waits for the next one
 */
public record Offer(double perSecond, ArrivalPattern arrivals, Pacing pacing) {}
