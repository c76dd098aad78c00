/** No transport at all: both ends are on one thread, so that the harness itself is measured. */
@NullMarked
package org.ipcbench.transports.inprocess;

import org.jspecify.annotations.NullMarked;
