/** The exchange of every run, driven by JMH. */
@NullMarked
package org.ipcbench.jmh;

import org.jspecify.annotations.NullMarked;
