package org.ipcbench.transports.mapped;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** The server's ring file before a client has connected. */
final class RingListener implements Listener {
    private final Session session;
    private final RingFile file;
    private final String address;
    private final RingAuthentication authentication;
    private final RingPair rings;
    private final MappedChannel accepted;

    private RingListener(Session session, RingFile file, Path path, RingGeometry geometry, MappedChannel accepted)
            throws IOException {
        this.session = session;
        this.file = file;
        this.accepted = accepted;
        address = RingFile.address(path).toString();
        authentication = RingAuthentication.create(file.mapAuthentication(), geometry);
        rings = new RingPair(file.mapToClient(geometry), file.mapToServer(geometry), file, authentication);
    }

    /** Makes the file under a temporary name. */
    static RingListener open(Path path, RingGeometry geometry, Session session, MappedChannel accepted)
            throws IOException {
        RingFile file = RingFile.create(path, geometry.totalBytes());
        try {
            return new RingListener(session, file, path, geometry, accepted);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Channel accept() throws IOException {
        Polling polling = new Polling(session.connectTimeout());
        authentication.verifyClient(session.token(), polling);
        try {
            return accepted.over(rings, polling);
        } catch (IOException e) {
            rings.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (authentication.end()) { // otherwise the file belongs to the channel
            try (file) {
                file.freeRings();
            }
        }
    }
}
