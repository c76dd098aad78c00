/** Output on the terminal: lines, progress, exit codes. */
@NullMarked
package org.ipcbench.cli.terminal;

import org.jspecify.annotations.NullMarked;
