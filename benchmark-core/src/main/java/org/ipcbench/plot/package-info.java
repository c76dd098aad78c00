/** Lines over logarithmic axes, painted as SVG and as PNG; nothing of what they mean. */
@NullMarked
package org.ipcbench.plot;

import org.jspecify.annotations.NullMarked;
