/** What on a machine would spoil or prevent measuring, found before it is measured. */
@NullMarked
package org.ipcbench.doctor;

import org.jspecify.annotations.NullMarked;
