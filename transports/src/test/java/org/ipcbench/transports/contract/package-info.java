/** What every transport has to fulfil, tried between processes. */
package org.ipcbench.transports.contract;
