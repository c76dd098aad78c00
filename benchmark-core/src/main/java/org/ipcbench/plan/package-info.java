/** What will be measured, in which order, and the runner that does it. */
@NullMarked
package org.ipcbench.plan;

import org.jspecify.annotations.NullMarked;
