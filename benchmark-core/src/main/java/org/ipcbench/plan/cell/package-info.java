/** Cells and their dimensions, and why a cell cannot be measured. */
@NullMarked
package org.ipcbench.plan.cell;

import org.jspecify.annotations.NullMarked;
