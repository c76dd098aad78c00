package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.library.Artifact;

/** ZeroMQ over {@code tcp://}: a PUSH socket to the other side's PULL socket in each direction. */
public final class ZmqTransport implements Transport {
    /**
     * The sender's copy, the one in the library's queue, the encoder's, the decoder's, and the received one, plus one
     * that the collector has not found yet.
     */
    private static final int QUEUED_COPIES = 6;

    @Override
    public String id() {
        return "zmq";
    }

    @Override
    public String title() {
        return "ZeroMQ (JeroMQ) over tcp://";
    }

    @Override
    public String csvName() {
        return "ZMQ";
    }

    @Override
    public Set<String> groups() {
        return Set.of("classic", "standard");
    }

    @Override
    public int order() {
        return 50;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream()
                .withoutCloseDetection()
                .withQueuedCopies(QUEUED_COPIES)
                .withBuffer("SO_SNDBUF and SO_RCVBUF of its socket");
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public String library() {
        return "JeroMQ " + new Artifact("fr.loghub", "jeromq-core").version();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new ZmqListener(session, ZmqProtocol.TCP);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return ZmqChannel.connect(session, ZmqProtocol.TCP, address);
    }
}
