/** What peers do over every transport is what the question says. */
package org.ipcbench.transports.question;
