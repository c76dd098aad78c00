/** Rules and their reasons to doubt a figure, and the verdict. */
@NullMarked
package org.ipcbench.analysis.doubt;

import org.jspecify.annotations.NullMarked;
