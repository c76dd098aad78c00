/** Records of a half while it runs (messages, sampled latencies, losses), and what a latency is. */
@NullMarked
package org.ipcbench.measure.sample;

import org.jspecify.annotations.NullMarked;
