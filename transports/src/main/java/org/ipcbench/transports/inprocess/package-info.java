/** Both ends in one JVM: on one thread, so that the harness itself is measured, or on two that hand messages over. */
@NullMarked
package org.ipcbench.transports.inprocess;

import org.jspecify.annotations.NullMarked;
