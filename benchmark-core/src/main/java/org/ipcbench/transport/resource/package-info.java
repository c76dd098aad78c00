/** What a transport's files and descriptors need. */
@NullMarked
package org.ipcbench.transport.resource;

import org.jspecify.annotations.NullMarked;
