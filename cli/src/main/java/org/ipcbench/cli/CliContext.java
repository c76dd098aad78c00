package org.ipcbench.cli;

import java.util.List;
import org.ipcbench.launch.ClassPath;
import org.ipcbench.launch.ControlObserver;
import org.ipcbench.transport.TransportRegistry;

/**
 * What the commands get from outside.
 *
 * @param terminal where they read and write
 * @param registry which transports there are
 * @param classPath where the peers find their classes
 * @param observer sees the control messages between the launcher and its peers
 * @param arguments of the command line
 */
record CliContext(
        Terminal terminal,
        TransportRegistry registry,
        ClassPath classPath,
        ControlObserver observer,
        List<String> arguments) {
    CliContext {
        arguments = List.copyOf(arguments);
    }

    /** A context in which this observer sees the control messages. */
    CliContext(Terminal terminal, TransportRegistry registry, String classPath, ControlObserver observer) {
        this(terminal, registry, ClassPath.of(classPath), observer, List.of());
    }

    /** A context in which nobody observes the control messages, as in the program that users start. */
    CliContext(Terminal terminal, TransportRegistry registry, String classPath) {
        this(terminal, registry, classPath, ControlObserver.NONE);
    }

    /** The same context for this command line. */
    CliContext calledWith(String... line) {
        return new CliContext(terminal, registry, classPath, observer, List.of(line));
    }
}
