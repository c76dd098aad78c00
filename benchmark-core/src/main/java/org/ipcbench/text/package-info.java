/** Common parts of messages of all kinds. */
@NullMarked
package org.ipcbench.text;

import org.jspecify.annotations.NullMarked;
