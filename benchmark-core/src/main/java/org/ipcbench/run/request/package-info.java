/** What is to be measured, and how: values that the command line or a Java program makes. */
@NullMarked
package org.ipcbench.run.request;

import org.jspecify.annotations.NullMarked;
