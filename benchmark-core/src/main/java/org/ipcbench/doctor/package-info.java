/** Checks of a machine for anything that would distort or prevent measuring, before it is measured. */
@NullMarked
package org.ipcbench.doctor;

import org.jspecify.annotations.NullMarked;
