/** Class archives, which shorten a peer's start. */
@NullMarked
package org.ipcbench.archive;

import org.jspecify.annotations.NullMarked;
