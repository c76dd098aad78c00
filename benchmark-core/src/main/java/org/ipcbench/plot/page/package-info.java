/** Figures within the page, whose style sheet has their colours. */
@NullMarked
package org.ipcbench.plot.page;

import org.jspecify.annotations.NullMarked;
