/** The header of a record: cells, transports, identity and terms of a run. */
@NullMarked
package org.ipcbench.results.header;

import org.jspecify.annotations.NullMarked;
