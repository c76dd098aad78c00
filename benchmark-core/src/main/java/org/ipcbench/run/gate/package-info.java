/** What fails a run whose cells were all measured: missing figures ({@code --fail-on missing}), and losses between variants ({@code --fail-on slower}). */
@NullMarked
package org.ipcbench.run.gate;

import org.jspecify.annotations.NullMarked;
