/**
 * Series over axes, drawn as SVG and as PNG for files and as SVG within the page; the package does not know the meaning of
 * the values.
 */
@NullMarked
package org.ipcbench.plot;

import org.jspecify.annotations.NullMarked;
