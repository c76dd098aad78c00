/** The peers' programs: the JVM, jars with transports, and their variants. */
@NullMarked
package org.ipcbench.run.program;

import org.jspecify.annotations.NullMarked;
