/** The presentation of each question in reports: its figures and their words. */
@NullMarked
package org.ipcbench.report.question;

import org.jspecify.annotations.NullMarked;
