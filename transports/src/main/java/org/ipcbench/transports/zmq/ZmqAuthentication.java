package org.ipcbench.transports.zmq;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Token;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * Authentication of all connections to the sockets of one context, by the ZeroMQ authentication protocol (RFC 27) with a
 * password in the PLAIN handshake. The thread runs until the context is closed.
 */
final class ZmqAuthentication {
    private static final String ENDPOINT = "inproc://zeromq.zap.01";
    private static final int SEQUENCE_FRAME = 1;
    private static final int PASSWORD_FRAME = 7;
    private static final int PLAIN_FRAMES = 8;

    private final ZMQ.Socket socket;
    private final byte[] password;

    private ZmqAuthentication(ZMQ.Socket socket, byte[] password) {
        this.socket = socket;
        this.password = password;
    }

    /** Starts the handler; must be called before any socket of the context is bound. */
    static void start(ZMQ.Context context, byte[] password) {
        ZMQ.Socket socket = context.socket(SocketType.REP);
        socket.bind(ENDPOINT);
        Thread thread = new Thread(new ZmqAuthentication(socket, password)::run, "zap");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (socket) {
            while (true) {
                answer(receiveRequest());
            }
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZError.ETERM) {
                throw e;
            }
        }
    }

    private List<byte[]> receiveRequest() {
        List<byte[]> frames = new ArrayList<>();
        do {
            frames.add(socket.recv());
        } while (socket.hasReceiveMore());
        return frames;
    }

    private void answer(List<byte[]> request) {
        boolean allowed = request.size() == PLAIN_FRAMES && Token.matches(password, request.get(PASSWORD_FRAME));
        socket.sendMore("1.0");
        socket.sendMore(request.get(SEQUENCE_FRAME));
        socket.sendMore(allowed ? "200" : "400");
        socket.sendMore(allowed ? "OK" : "failed authentication");
        socket.sendMore("");
        socket.send("".getBytes(StandardCharsets.UTF_8));
    }
}
