/** Compares runs: cells are matched, and environments and rates compared. */
@NullMarked
package org.ipcbench.compare;

import org.jspecify.annotations.NullMarked;
