/** What messages have in common, whatever they are about. */
@NullMarked
package org.ipcbench.text;

import org.jspecify.annotations.NullMarked;
