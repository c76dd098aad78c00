/** The halves over a channel that may lose messages, which count what is lost. */
@NullMarked
package org.ipcbench.workload.lossy;

import org.jspecify.annotations.NullMarked;
