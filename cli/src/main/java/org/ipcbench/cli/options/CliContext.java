package org.ipcbench.cli.options;

import java.util.List;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.transport.TransportRegistry;

/**
 * The surroundings of the commands.
 *
 * @param terminal the terminal they read and write
 * @param launcher starts the peers
 * @param arguments the command line
 */
public record CliContext(Terminal terminal, Launcher launcher, List<String> arguments) {
    public CliContext {
        arguments = List.copyOf(arguments);
    }

    /** A context with these transports, in which this observer sees the control messages. */
    public CliContext(Terminal terminal, TransportRegistry registry, String classPath, ControlObserver observer) {
        this(terminal, new Launcher(registry, ClassPath.of(classPath), List.of(), observer), List.of());
    }

    /** A context in which nobody observes the control messages, as in the program that users start. */
    public CliContext(Terminal terminal, TransportRegistry registry, String classPath) {
        this(terminal, registry, classPath, ControlObserver.NONE);
    }

    /** The known transports. */
    public TransportRegistry registry() {
        return launcher.registry();
    }

    /** Returns a copy for this command line. */
    public CliContext calledWith(String... line) {
        return new CliContext(terminal, launcher, List.of(line));
    }
}
