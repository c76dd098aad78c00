/** A request becomes a plan, is checked, measured, recorded and reported: what the command line and a Java program call. */
@NullMarked
package org.ipcbench.run;

import org.jspecify.annotations.NullMarked;
