package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WrongLengthException;
import org.zeromq.ZMQ;

/**
 * Messages as ZeroMQ messages. The library queues a message and sends it on another thread, so every message needs separate
 * memory: a commit copies it to a new array. If the message is so large that the socket takes it in many pieces, the commit
 * copies it to a new direct buffer, because the JDK would copy the whole rest of an array for every piece.
 */
final class ZmqChannel implements Channel {
    /** From this size on the library itself receives into direct buffers. */
    private static final int DIRECT_FROM_BYTES = 1 << 20;

    private final ZmqSockets sockets;
    private final ZMQ.Socket inbound;
    private final ZMQ.Socket outbound;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    private int claimed;

    ZmqChannel(ZmqSockets sockets, int messageSizeBytes) {
        this.sockets = sockets;
        inbound = sockets.inbound();
        outbound = sockets.outbound();
        outgoing = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
        incoming = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
    }

    /** The client's side: both sockets connected, both sides authenticated. */
    static ZmqChannel connect(Session session, ZmqProtocol protocol, String address) throws IOException {
        ZmqSockets sockets = ZmqSockets.ofClient(session, protocol);
        try {
            sockets.proveToServer(address);
            return new ZmqChannel(sockets, session.maxMessageBytes());
        } catch (IOException e) {
            sockets.abandon();
            throw e;
        }
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        boolean taken;
        if (claimed < DIRECT_FROM_BYTES) {
            byte[] message = new byte[claimed];
            outgoing.clear().get(message);
            taken = outbound.send(message);
        } else {
            ByteBuffer message = ByteBuffer.allocateDirect(claimed)
                    .put(outgoing.limit(claimed).position(0));
            taken = outbound.sendByteBuffer(message.flip(), 0) == claimed;
        }
        if (!taken) {
            throw new IOException("ZeroMQ did not take the message, errno " + outbound.errno());
        }
    }

    /** The sender's own queue; the receiver's takes more only when the library's threads come to it. */
    @Override
    public Room room(int messageBytes) {
        return Room.ofEach(ZmqSockets.mostQueued(messageBytes), 2L * ZmqSockets.mostQueued(messageBytes));
    }

    @Override
    public boolean sendsInBackground() {
        return true;
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        incoming.clear();
        int received = inbound.recvByteBuffer(incoming, 0);
        if (received != length) {
            throw new WrongLengthException(received, length);
        }
        return incoming.flip();
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }
}
