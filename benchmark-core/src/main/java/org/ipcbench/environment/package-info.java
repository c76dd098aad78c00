/** What machine, kernel and JVM the figures belong to. */
@NullMarked
package org.ipcbench.environment;

import org.jspecify.annotations.NullMarked;
