/** Processes that die or hang, messages that are damaged or lost, surroundings that lack something, long runs. */
package org.ipcbench.cli.fault;
