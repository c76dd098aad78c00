/** The kernel's information about itself, about this process and about its limits, from small files. */
@NullMarked
package org.ipcbench.kernel;

import org.jspecify.annotations.NullMarked;
