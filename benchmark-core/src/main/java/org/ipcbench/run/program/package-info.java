/** Which programs the peers are: the JVM, jars with transports, and what is varied of them. */
@NullMarked
package org.ipcbench.run.program;

import org.jspecify.annotations.NullMarked;
