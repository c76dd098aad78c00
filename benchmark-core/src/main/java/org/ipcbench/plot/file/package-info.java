/** Charts as files: SVG and PNG. */
@NullMarked
package org.ipcbench.plot.file;

import org.jspecify.annotations.NullMarked;
