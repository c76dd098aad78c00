package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** Sockets of type SOCK_DGRAM. */
final class DatagramSocket implements JunixSocket {

    @Override
    public Listener listen(Session session, String id) throws IOException {
        return DatagramListener.bind(session, id);
    }

    /** Connects. The client's socket also has a name, as long as the server needs it to answer. */
    @Override
    public Channel connect(Session session, String address) throws IOException {
        String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path path = session.scratchDirectory().resolve("dgram-" + unique);
        AFUNIXDatagramChannel socket = DatagramListener.bind(path);
        try {
            socket.connect(AFUNIXSocketAddress.of(Path.of(address)));
            return AuthenticatedSocket.proveToServer(socket, address, session, DatagramMessages::over);
        } catch (IOException e) {
            socket.close();
            throw e;
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
