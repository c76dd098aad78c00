/** The jar as tests run it, where it runs, and what it leaves. */
package org.ipcbench.cli.job;
