/** The record of a run on disk: one line an iteration. */
@NullMarked
package org.ipcbench.results;

import org.jspecify.annotations.NullMarked;
