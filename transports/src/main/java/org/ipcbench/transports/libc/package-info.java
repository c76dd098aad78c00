/** The C library's calls for transports that the JDK has none for: bound at first use, failures with the errno's name. */
@NullMarked
package org.ipcbench.transports.libc;

import org.jspecify.annotations.NullMarked;
