/** Runs that were killed or interrupted: the record says what is missing, and the user names again what it must not name. */
@NullMarked
package org.ipcbench.run.resume;

import org.jspecify.annotations.NullMarked;
