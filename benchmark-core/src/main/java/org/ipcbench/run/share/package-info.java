/** What people hand on of a run: one file without private names, and a text. */
@NullMarked
package org.ipcbench.run.share;

import org.jspecify.annotations.NullMarked;
