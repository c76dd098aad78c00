/** How the files of a run are written: at once, and as CSV. */
@NullMarked
package org.ipcbench.report.file;

import org.jspecify.annotations.NullMarked;
