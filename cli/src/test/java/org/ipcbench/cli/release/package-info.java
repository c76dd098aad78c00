/** What the build and a release leave for users. */
package org.ipcbench.cli.release;
