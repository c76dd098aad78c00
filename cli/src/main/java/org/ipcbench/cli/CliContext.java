package org.ipcbench.cli;

import org.ipcbench.transport.TransportRegistry;

/**
 * What the commands get from outside.
 *
 * @param terminal where they read and write
 * @param registry which transports there are
 * @param classPath where the peers find their classes
 */
record CliContext(Terminal terminal, TransportRegistry registry, String classPath) {}
