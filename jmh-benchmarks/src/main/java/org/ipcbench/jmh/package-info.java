/** The same exchange as every run's, driven by JMH. */
@NullMarked
package org.ipcbench.jmh;

import org.jspecify.annotations.NullMarked;
