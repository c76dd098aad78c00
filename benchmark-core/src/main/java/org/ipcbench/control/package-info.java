/** Typed messages between the launcher and its peers, one JSON line each. */
@NullMarked
package org.ipcbench.control;

import org.jspecify.annotations.NullMarked;
