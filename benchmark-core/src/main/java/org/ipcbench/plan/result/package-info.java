/** Results of cells and of a run, combined from their iterations. */
@NullMarked
package org.ipcbench.plan.result;

import org.jspecify.annotations.NullMarked;
