package com.example.tcpio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** Loopback TCP as programs have written it since 1996: by java.net.Socket and its streams. */
public final class TcpIoTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "tcp-io", "loopback TCP by java.net.Socket's streams", "TCP (streams)", Set.of(), 2000);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new TcpIoListener(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        Socket socket = new Socket();
        try {
            int timeoutMillis = (int) session.connectTimeout().toMillis();
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address)), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            Authentication.proveToServer(socket, session.token());
            return new TcpIoChannel(socket, session.maxMessageBytes());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
