/** Common parts of several families of transports. */
@NullMarked
package org.ipcbench.transports.shared;

import org.jspecify.annotations.NullMarked;
