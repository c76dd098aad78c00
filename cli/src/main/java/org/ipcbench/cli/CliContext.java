package org.ipcbench.cli;

import org.ipcbench.launch.ControlObserver;
import org.ipcbench.transport.TransportRegistry;

/**
 * What the commands get from outside.
 *
 * @param terminal where they read and write
 * @param registry which transports there are
 * @param classPath where the peers find their classes
 * @param observer sees the control messages between the launcher and its peers
 */
record CliContext(Terminal terminal, TransportRegistry registry, String classPath, ControlObserver observer) {

    /** A context in which nobody observes the control messages, as in the program that users start. */
    CliContext(Terminal terminal, TransportRegistry registry, String classPath) {
        this(terminal, registry, classPath, ControlObserver.NONE);
    }
}
