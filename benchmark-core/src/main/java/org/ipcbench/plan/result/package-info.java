/** What the iterations of a cell and of a run add up to. */
@NullMarked
package org.ipcbench.plan.result;

import org.jspecify.annotations.NullMarked;
