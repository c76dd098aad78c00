/** The contract a transport fulfils, and the registry that finds every implementation of it. */
@NullMarked
package org.ipcbench.transport;

import org.jspecify.annotations.NullMarked;
