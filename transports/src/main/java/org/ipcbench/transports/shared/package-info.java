/** What several families of transports have in common. */
@NullMarked
package org.ipcbench.transports.shared;

import org.jspecify.annotations.NullMarked;
