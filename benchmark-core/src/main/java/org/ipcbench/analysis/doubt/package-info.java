/** Rules that raise doubts about a figure, their reasons, and the verdict. */
@NullMarked
package org.ipcbench.analysis.doubt;

import org.jspecify.annotations.NullMarked;
