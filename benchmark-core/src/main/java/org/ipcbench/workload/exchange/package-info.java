/** The client half and the server half of each question. */
@NullMarked
package org.ipcbench.workload.exchange;

import org.jspecify.annotations.NullMarked;
