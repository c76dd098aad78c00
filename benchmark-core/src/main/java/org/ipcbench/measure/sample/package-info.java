/** What a half notes while it runs: messages, sampled latencies, losses; and what is asked of it. */
@NullMarked
package org.ipcbench.measure.sample;

import org.jspecify.annotations.NullMarked;
