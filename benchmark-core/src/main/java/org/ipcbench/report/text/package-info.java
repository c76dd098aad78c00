/** What standard output shows. */
@NullMarked
package org.ipcbench.report.text;

import org.jspecify.annotations.NullMarked;
