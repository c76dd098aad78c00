/** The code that runs inside a peer's JVM: assignments, warm-up, progress, and the transport's auxiliary process. */
@NullMarked
package org.ipcbench.peer;

import org.jspecify.annotations.NullMarked;
