/** What a transport's sessions take of the machine: whether it is granted, and how it is given back. */
@NullMarked
package org.ipcbench.transport.resource;

import org.jspecify.annotations.NullMarked;
