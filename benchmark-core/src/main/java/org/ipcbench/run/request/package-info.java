/** Requests: what to measure, and how. The command line or a Java program makes these values. */
@NullMarked
package org.ipcbench.run.request;

import org.jspecify.annotations.NullMarked;
