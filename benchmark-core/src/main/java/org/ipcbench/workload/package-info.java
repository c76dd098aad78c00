/** The questions asked of a transport, each with the half its client plays and the half its server plays. */
@NullMarked
package org.ipcbench.workload;

import org.jspecify.annotations.NullMarked;
