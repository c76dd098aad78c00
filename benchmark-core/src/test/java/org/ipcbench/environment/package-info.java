@NullMarked
package org.ipcbench.environment;

import org.jspecify.annotations.NullMarked;
