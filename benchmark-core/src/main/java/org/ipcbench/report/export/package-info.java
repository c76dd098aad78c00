/** A run in the formats of other programs. */
@NullMarked
package org.ipcbench.report.export;

import org.jspecify.annotations.NullMarked;
