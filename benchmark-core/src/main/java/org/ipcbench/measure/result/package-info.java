/** The measurement that an iteration yields, and its parts. */
@NullMarked
package org.ipcbench.measure.result;

import org.jspecify.annotations.NullMarked;
