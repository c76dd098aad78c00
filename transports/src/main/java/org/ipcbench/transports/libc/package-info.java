/**
 * Calls of the C library for transports that the JDK does not support; bound at first use, failures with the errno's name.
 */
@NullMarked
package org.ipcbench.transports.libc;

import org.jspecify.annotations.NullMarked;
