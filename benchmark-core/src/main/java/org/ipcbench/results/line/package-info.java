/** Lines of a record: sealed, written and synced, read again. */
@NullMarked
package org.ipcbench.results.line;

import org.jspecify.annotations.NullMarked;
