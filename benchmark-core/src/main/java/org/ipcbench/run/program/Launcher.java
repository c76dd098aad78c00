package org.ipcbench.run.program;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.transport.TransportRegistry;

/**
 * The process that starts peers: what it knows and what its peers find.
 *
 * @param registry which transports there are
 * @param classPath where peers find their classes, those of the plugins included
 * @param plugins jars with further transports
 * @param observer sees the control messages between the launcher and its peers
 */
public record Launcher(TransportRegistry registry, ClassPath classPath, List<Path> plugins, ControlObserver observer) {
    public Launcher {
        plugins = List.copyOf(plugins);
    }

    /** A launcher with the transports of this JVM's class path. */
    public static Launcher ofThisProgram() {
        return new Plugins(List.of()).launcher();
    }
}
