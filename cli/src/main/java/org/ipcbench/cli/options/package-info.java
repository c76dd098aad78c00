/** Options that several commands have. */
@NullMarked
package org.ipcbench.cli.options;

import org.jspecify.annotations.NullMarked;
