/** The measured processes: languages, class archives, walls, strangers, and what a message allocates. */
package org.ipcbench.cli.peer;
