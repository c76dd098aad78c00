/** What the kernel tells of itself, of this process and of its limits in small files. */
@NullMarked
package org.ipcbench.kernel;

import org.jspecify.annotations.NullMarked;
