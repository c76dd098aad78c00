/** Files for spreadsheets. */
@NullMarked
package org.ipcbench.report.csv;

import org.jspecify.annotations.NullMarked;
