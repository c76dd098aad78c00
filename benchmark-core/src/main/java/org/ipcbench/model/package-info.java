/** What a message costs by its size: lines with knees fitted to size sweeps, and the sizes at which transports overtake each other. */
@NullMarked
package org.ipcbench.model;

import org.jspecify.annotations.NullMarked;
