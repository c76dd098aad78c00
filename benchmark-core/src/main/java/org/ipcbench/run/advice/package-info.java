/** Advice: candidates are measured in rounds of elimination, and the best of them again under other conditions. */
@NullMarked
package org.ipcbench.run.advice;

import org.jspecify.annotations.NullMarked;
