/** From iterations to figures: the tally of a cell and its summary. */
@NullMarked
package org.ipcbench.analysis;

import org.jspecify.annotations.NullMarked;
