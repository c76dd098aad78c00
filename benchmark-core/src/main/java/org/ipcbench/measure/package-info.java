/** The measured part of an iteration, and its marks. */
@NullMarked
package org.ipcbench.measure;

import org.jspecify.annotations.NullMarked;
