/** The contract of a transport, and the registry that finds every implementation. */
@NullMarked
package org.ipcbench.transport;

import org.jspecify.annotations.NullMarked;
