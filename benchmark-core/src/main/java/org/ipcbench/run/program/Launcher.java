package org.ipcbench.run.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.process.Deployments;
import org.ipcbench.transport.TransportRegistry;

/**
 * The process that starts peers.
 *
 * @param registry the known transports
 * @param classPath the peers' class path, with the plugins
 * @param plugins jars with further transports
 * @param observer sees the control messages between the launcher and its peers
 * @param deployments copies of this program behind prefixes; they are removed at the latest when this process ends
 */
public record Launcher(
        TransportRegistry registry,
        ClassPath classPath,
        List<Path> plugins,
        ControlObserver observer,
        Deployments deployments)
        implements AutoCloseable {
    public Launcher {
        plugins = List.copyOf(plugins);
    }

    /** A launcher that has copied nothing. */
    public Launcher(TransportRegistry registry, ClassPath classPath, List<Path> plugins, ControlObserver observer) {
        this(registry, classPath, plugins, observer, new Deployments());
    }

    /** A launcher with the transports of this JVM's class path. */
    public static Launcher ofThisProgram() {
        return new Plugins(List.of()).launcher();
    }

    /** Removes the copies of this program behind prefixes. */
    @Override
    public void close() throws IOException {
        deployments.close();
    }
}
