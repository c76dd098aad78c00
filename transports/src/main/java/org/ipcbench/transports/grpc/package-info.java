/** gRPC over TCP and over Unix domain sockets: messages on one stream, or calls that are answered. */
@NullMarked
package org.ipcbench.transports.grpc;

import org.jspecify.annotations.NullMarked;
