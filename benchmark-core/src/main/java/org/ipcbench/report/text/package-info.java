/** Texts for standard output. */
@NullMarked
package org.ipcbench.report.text;

import org.jspecify.annotations.NullMarked;
