/** The record of a run on disk: written, locked, read, resumed and merged. */
@NullMarked
package org.ipcbench.results;

import org.jspecify.annotations.NullMarked;
