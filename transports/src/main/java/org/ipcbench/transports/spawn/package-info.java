/** No kept server: each request starts a process, which reads it, answers it and ends. */
@NullMarked
package org.ipcbench.transports.spawn;

import org.jspecify.annotations.NullMarked;
