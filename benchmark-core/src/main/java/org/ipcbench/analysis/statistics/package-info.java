/** Samples, intervals and tests, independent of what was measured. */
@NullMarked
package org.ipcbench.analysis.statistics;

import org.jspecify.annotations.NullMarked;
