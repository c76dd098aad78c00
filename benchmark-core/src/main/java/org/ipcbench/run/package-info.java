/**
 * Runs: a request is planned, checked, measured, recorded and reported. The command line and Java programs call this
 * package.
 */
@NullMarked
package org.ipcbench.run;

import org.jspecify.annotations.NullMarked;
