/** HTML, and the SVG within it, written from beginning to end with every text escaped. */
@NullMarked
package org.ipcbench.markup;

import org.jspecify.annotations.NullMarked;
