/** Texts of options parsed to values, and their candidates. */
@NullMarked
package org.ipcbench.cli.value;

import org.jspecify.annotations.NullMarked;
