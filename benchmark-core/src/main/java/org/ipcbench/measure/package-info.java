/** What was measured: recorder, measurement, summary, statistics and verdict. */
@NullMarked
package org.ipcbench.measure;

import org.jspecify.annotations.NullMarked;
