/** The command line: parse, call core, map exit codes. */
@NullMarked
package org.ipcbench.cli;

import org.jspecify.annotations.NullMarked;
