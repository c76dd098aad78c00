/** Messages that are answered twice. */
@NullMarked
package org.ipcbench.workload.echo;

import org.jspecify.annotations.NullMarked;
