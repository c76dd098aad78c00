/** Tables that are made once from results, and their text styles. */
@NullMarked
package org.ipcbench.report.table;

import org.jspecify.annotations.NullMarked;
