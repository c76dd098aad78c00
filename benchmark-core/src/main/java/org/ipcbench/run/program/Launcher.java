package org.ipcbench.run.program;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.transport.TransportRegistry;

/**
 * The process that starts peers.
 *
 * @param registry the known transports
 * @param classPath the peers' class path, with the plugins
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
