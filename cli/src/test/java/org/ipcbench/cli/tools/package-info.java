/** The programs in the directory tools. */
package org.ipcbench.cli.tools;
