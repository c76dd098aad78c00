/** What a message costs by its size: a line fitted to a size sweep, and the measured sizes at which transports overtake each other. */
@NullMarked
package org.ipcbench.model;

import org.jspecify.annotations.NullMarked;
