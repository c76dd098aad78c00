/** All questions, and what a record keeps of each. */
@NullMarked
package org.ipcbench.workload.terms;

import org.jspecify.annotations.NullMarked;
