/** What will be measured, in which order, and when it is enough. */
@NullMarked
package org.ipcbench.plan;

import org.jspecify.annotations.NullMarked;
