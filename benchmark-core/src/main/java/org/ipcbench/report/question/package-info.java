/** How reports present each question: its figures and their words. */
@NullMarked
package org.ipcbench.report.question;

import org.jspecify.annotations.NullMarked;
