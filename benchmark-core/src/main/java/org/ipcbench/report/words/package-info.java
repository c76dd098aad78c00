/** Numbers, times and names as texts, and the phrases of each language. */
@NullMarked
package org.ipcbench.report.words;

import org.jspecify.annotations.NullMarked;
