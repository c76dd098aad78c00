/** The private directory of a pair, its owner, and the files that are removed with it; the user's cache. */
@NullMarked
package org.ipcbench.scratch;

import org.jspecify.annotations.NullMarked;
