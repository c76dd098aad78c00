/** Writing the files of a run: atomically, and as CSV. */
@NullMarked
package org.ipcbench.report.file;

import org.jspecify.annotations.NullMarked;
