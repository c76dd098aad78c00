/** {@code report.html}: a run on one page that needs no network. */
@NullMarked
package org.ipcbench.report.html;

import org.jspecify.annotations.NullMarked;
