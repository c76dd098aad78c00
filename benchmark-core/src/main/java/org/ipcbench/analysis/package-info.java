/** From iterations to the figures of a cell: its summary. */
@NullMarked
package org.ipcbench.analysis;

import org.jspecify.annotations.NullMarked;
