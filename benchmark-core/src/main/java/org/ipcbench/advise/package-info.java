/** Which transport to take: demands exclude some, a target of rate and latency drops others, and CPU time ranks the rest. */
@NullMarked
package org.ipcbench.advise;

import org.jspecify.annotations.NullMarked;
