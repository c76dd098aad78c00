/** Peers as a launcher starts them, over real transports. */
package org.ipcbench.transports.peer;
