/** What transports do around the life of a session: wait for the other side, and record what would outlive both. */
@NullMarked
package org.ipcbench.transports.session;

import org.jspecify.annotations.NullMarked;
