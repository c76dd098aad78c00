/** What will be measured, in which order, and when a run has enough rounds. */
@NullMarked
package org.ipcbench.plan;

import org.jspecify.annotations.NullMarked;
