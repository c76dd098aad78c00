/** Tables made once from results, and how they are written as text. */
@NullMarked
package org.ipcbench.report.table;

import org.jspecify.annotations.NullMarked;
