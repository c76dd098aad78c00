/** Codecs by well-known libraries: one class each. */
@NullMarked
package org.ipcbench.codecs;

import org.jspecify.annotations.NullMarked;
