/** Records of a half while it runs (messages, sampled latencies, losses), and the question that it answers. */
@NullMarked
package org.ipcbench.measure.sample;

import org.jspecify.annotations.NullMarked;
