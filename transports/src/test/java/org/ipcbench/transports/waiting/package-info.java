/** How receivers of all transports wait: they spin, sleep and are woken. */
package org.ipcbench.transports.waiting;
