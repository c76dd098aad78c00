/** What is known about the libraries that transports use. */
@NullMarked
package org.ipcbench.transports.library;

import org.jspecify.annotations.NullMarked;
