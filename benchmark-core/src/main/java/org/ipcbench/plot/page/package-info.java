/** Charts in the page, with colours from its style sheet. */
@NullMarked
package org.ipcbench.plot.page;

import org.jspecify.annotations.NullMarked;
