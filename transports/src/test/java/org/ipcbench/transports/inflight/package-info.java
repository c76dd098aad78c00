/** Messages under way, of all transports that take several. */
package org.ipcbench.transports.inflight;
