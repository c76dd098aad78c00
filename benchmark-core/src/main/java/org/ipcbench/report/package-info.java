/** The files and texts a run leaves, one reporter each. */
@NullMarked
package org.ipcbench.report;

import org.jspecify.annotations.NullMarked;
