/** What texts of several rooms have in common: grids, suggestions for mistyped names, quotes for a shell, digests, values that are missing. */
@NullMarked
package org.ipcbench.text;

import org.jspecify.annotations.NullMarked;
