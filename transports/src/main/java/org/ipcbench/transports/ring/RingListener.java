package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** The server's ring file while nobody has connected. */
final class RingListener implements Listener {
    private final Session session;
    private final RingFile file;
    private final String address;
    private final RingAuthentication authentication;
    private final RingChannel channel;

    private RingListener(Session session, RingFile file, Path path, RingGeometry geometry, Waiting waiting)
            throws IOException {
        this.session = session;
        this.file = file;
        address = RingFile.address(path).toString();
        authentication = RingAuthentication.create(file.mapAuthentication(), geometry);
        channel = new RingChannel(
                new RingProducer(file.mapToClient(geometry), waiting),
                new RingConsumer(file.mapToServer(geometry), waiting),
                file,
                authentication);
    }

    /** Makes the file under a name that nobody sees afterwards. */
    static RingListener open(Path path, RingGeometry geometry, Session session, Waiting waiting) throws IOException {
        RingFile file = RingFile.create(path, geometry);
        try {
            return new RingListener(session, file, path, geometry, waiting);
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
        authentication.verifyClient(session.token(), new Polling(session.connectTimeout()));
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (authentication.end()) { // else the file is the channel's
            try (file) {
                file.freeRings();
            }
        }
    }
}
