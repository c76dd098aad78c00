/** From iterations to figures: summary, intervals, doubts, verdict. */
@NullMarked
package org.ipcbench.analysis;

import org.jspecify.annotations.NullMarked;
