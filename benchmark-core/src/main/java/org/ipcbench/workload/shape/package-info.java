/** How a call looks: the sizes of its request and answer, and what happens in between. */
@NullMarked
package org.ipcbench.workload.shape;

import org.jspecify.annotations.NullMarked;
