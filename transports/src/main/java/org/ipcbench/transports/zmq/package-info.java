/** ZeroMQ as JeroMQ implements it. */
@NullMarked
package org.ipcbench.transports.zmq;

import org.jspecify.annotations.NullMarked;
