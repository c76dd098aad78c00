/** Helpers for a transport's files and descriptors. */
@NullMarked
package org.ipcbench.transport.resource;

import org.jspecify.annotations.NullMarked;
