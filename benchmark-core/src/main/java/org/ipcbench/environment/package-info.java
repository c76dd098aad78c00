/** The machine, kernel and JVM that the figures belong to. */
@NullMarked
package org.ipcbench.environment;

import org.jspecify.annotations.NullMarked;
