/** What fails a run whose cells were all measured: missing figures ({@code --strict}), and losses between variants ({@code --fail-on}). */
@NullMarked
package org.ipcbench.run.gate;

import org.jspecify.annotations.NullMarked;
