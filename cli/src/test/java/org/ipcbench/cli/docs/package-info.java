/** The documentation, its commands and its programs. */
package org.ipcbench.cli.docs;
