/** The measured processes: languages, class archives, prefixes, strangers, and what a message allocates. */
package org.ipcbench.cli.peer;
