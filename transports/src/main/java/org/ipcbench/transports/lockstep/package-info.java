/** No transport at all: both ends on one thread, so that what is measured is the harness. */
@NullMarked
package org.ipcbench.transports.lockstep;

import org.jspecify.annotations.NullMarked;
