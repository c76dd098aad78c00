/** The commands. */
@NullMarked
package org.ipcbench.cli.command;

import org.jspecify.annotations.NullMarked;
