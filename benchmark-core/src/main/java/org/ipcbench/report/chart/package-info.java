/** Charts that are made once from results, and their files. */
@NullMarked
package org.ipcbench.report.chart;

import org.jspecify.annotations.NullMarked;
