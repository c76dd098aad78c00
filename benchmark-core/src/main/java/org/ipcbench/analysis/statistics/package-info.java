/** Samples, intervals and tests; nothing of what they are about. */
@NullMarked
package org.ipcbench.analysis.statistics;

import org.jspecify.annotations.NullMarked;
