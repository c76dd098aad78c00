package org.ipcbench.launch.process;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.transport.resource.CloseOnFailure;

/** The copies of this program behind prefixes, one for each prefix; closing this object removes them. */
public final class Deployments implements AutoCloseable {
    private final Map<Prefix, Prefix> copies = new HashMap<>();
    private final CloseOnFailure opened = new CloseOnFailure();

    /**
     * Copies the jars of these settings, unless they are there already.
     *
     * @return the prefix with what is behind it
     * @throws IterationFailedException if they cannot be copied; the message is one line
     */
    Prefix behind(Prefix prefix, PeerSettings settings)
            throws IterationFailedException, InterruptedException, IOException {
        Prefix known = copies.get(prefix);
        if (known != null) {
            return known;
        }
        Deployment deployment = new Deployment(prefix, settings);
        opened.add(deployment);
        Prefix copied = deployment.copy();
        copies.put(prefix, copied);
        return copied;
    }

    @Override
    public void close() throws IOException {
        copies.clear();
        opened.close();
    }
}
