/** Lines, points and bars over axes, painted as SVG and as PNG; the package does not know what they mean. */
@NullMarked
package org.ipcbench.plot;

import org.jspecify.annotations.NullMarked;
