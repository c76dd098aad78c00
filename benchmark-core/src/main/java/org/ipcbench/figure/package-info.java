/** Every figure once, and what results mean beside each other: ranks, leads, pairs of variants, knees of loads, the effect of spinning. */
@NullMarked
package org.ipcbench.figure;

import org.jspecify.annotations.NullMarked;
