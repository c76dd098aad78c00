package org.ipcbench.transports.http;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/** HTTP/1.1 over loopback TCP, with the JDK's server and client: a POST for each message, or for a message and its answer. */
public final class HttpTransport implements Transport {
    /**
     * Copies of a queued message: the array that is sent, the JDK's copies in both directions, and one array that is not
     * collected yet.
     */
    private static final int QUEUED_COPIES = 6;

    private static final long LONGER_THAN_ANY_RUN_SECONDS = Duration.ofDays(100).toSeconds();

    @Override
    public TransportInfo info() {
        return new TransportInfo("http", "HTTP/1.1 by the JDK's server and client", "HTTP", Set.of(), 80);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.BLOCKING, Trait.DETECTS_CLOSE, Trait.DATAGRAM, Trait.REQUESTS, Trait.NETWORK)
                .withQueuedCopies(QUEUED_COPIES);
    }

    /** A request in flight carries one message. */
    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(Protocol.mostInFlight(messageBytes));
    }

    /**
     * The server of JDK 17 writes head and body of an answer separately: without NODELAY, the body would wait some 40 ms
     * for the other side's delayed acknowledgement of the head. Idle connections are kept, because no other one can be
     * opened later.
     */
    @Override
    public List<String> jvmArguments() {
        return List.of(
                "-Dsun.net.httpserver.nodelay=true",
                "-Dsun.net.httpserver.idleInterval=" + LONGER_THAN_ANY_RUN_SECONDS,
                "-Djdk.httpclient.keepalive.timeout=" + LONGER_THAN_ANY_RUN_SECONDS,
                Entrance.JVM_ARGUMENT);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.NOTHING.withPorts(2); // the server's and the client's
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new HttpListener(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return HttpClientChannel.connect(session, address);
    }
}
