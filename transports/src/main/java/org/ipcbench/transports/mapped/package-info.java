/** Memory that two processes map: its file, the cursors in it, and how one side waits for the other's. */
@NullMarked
package org.ipcbench.transports.mapped;

import org.jspecify.annotations.NullMarked;
