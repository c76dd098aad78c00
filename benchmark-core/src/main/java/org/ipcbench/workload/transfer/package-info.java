/** A file, whose content is compared by its checksum. */
@NullMarked
package org.ipcbench.workload.transfer;

import org.jspecify.annotations.NullMarked;
