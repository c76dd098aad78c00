/** Runs beside each other: cells matched, environments and rates compared. */
@NullMarked
package org.ipcbench.compare;

import org.jspecify.annotations.NullMarked;
