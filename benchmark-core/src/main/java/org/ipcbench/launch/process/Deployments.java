package org.ipcbench.launch.process;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Wall;
import org.ipcbench.transport.resource.CloseOnFailure;

/** The copies of this program behind walls, one for each wall; closing this object removes them. */
public final class Deployments implements AutoCloseable {
    private final Map<Wall, Wall> copies = new HashMap<>();
    private final CloseOnFailure opened = new CloseOnFailure();

    /**
     * Copies the jars of these settings, unless they are there already.
     *
     * @return the wall with what is behind it
     * @throws IterationFailedException if they cannot be copied; the message is one line
     */
    Wall behind(Wall wall, PeerSettings settings) throws IterationFailedException, InterruptedException, IOException {
        Wall known = copies.get(wall);
        if (known != null) {
            return known;
        }
        Deployment deployment = new Deployment(wall, settings);
        opened.add(deployment);
        Wall copied = deployment.copy();
        copies.put(wall, copied);
        return copied;
    }

    @Override
    public void close() throws IOException {
        copies.clear();
        opened.close();
    }
}
