/** The measured part of an iteration, its marks, and the clock by which it is timed. */
@NullMarked
package org.ipcbench.measure;

import org.jspecify.annotations.NullMarked;
