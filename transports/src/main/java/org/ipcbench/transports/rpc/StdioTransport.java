package org.ipcbench.transports.rpc;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.pipe.PipeTransport;
import org.ipcbench.transports.pipe.SocketPairTransport;
import org.ipcbench.transports.pipe.StandardStreams;

/** A tool server that is called over its standard input and output: two pipes, or one pair of sockets. */
public abstract class StdioTransport implements Transport {
    private final Framing framing;
    private final StandardStreams streams;
    private final TransportInfo info;

    private StdioTransport(Framing framing, StandardStreams streams, TransportInfo info) {
        this.framing = framing;
        this.streams = streams;
        this.info = info;
    }

    @Override
    public TransportInfo info() {
        return info;
    }

    @Override
    public Traits traits() {
        return Framing.over(streams.traits());
    }

    @Override
    public Availability availability() {
        return streams.availability();
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return streams.needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return streams.listen(session, framing::server);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return streams.connect(session, address, framing::client);
    }

    /** Over two pipes. */
    private abstract static class OverPipes extends StdioTransport {
        OverPipes(Framing framing, int order) {
            super(framing, new PipeTransport(), framing.info(framing.stdioId(), "pipes", order));
        }
    }

    /** Over a pair of sockets. */
    private abstract static class OverPair extends StdioTransport {
        OverPair(Framing framing, int order) {
            super(framing, new SocketPairTransport(), framing.info(framing.stdioId() + "-pair", "socketpair", order));
        }
    }

    /** {@code rpc-lines}. */
    public static final class Lines extends OverPipes {
        public Lines() {
            super(Framing.LINES, 81);
        }
    }

    /** {@code rpc-lines-pair}. */
    public static final class LinesPair extends OverPair {
        public LinesPair() {
            super(Framing.LINES, 82);
        }
    }

    /** {@code rpc-headers}. */
    public static final class Headers extends OverPipes {
        public Headers() {
            super(Framing.HEADERS, 83);
        }
    }

    /** {@code rpc-headers-pair}. */
    public static final class HeadersPair extends OverPair {
        public HeadersPair() {
            super(Framing.HEADERS, 84);
        }
    }

    /** {@code http-stdio}. */
    public static final class Http extends OverPipes {
        public Http() {
            super(Framing.HTTP, 85);
        }
    }

    /** {@code http-stdio-pair}. */
    public static final class HttpPair extends OverPair {
        public HttpPair() {
            super(Framing.HTTP, 86);
        }
    }

    /** {@code http2-stdio}. */
    public static final class Http2 extends OverPipes {
        public Http2() {
            super(Framing.HTTP2, 88);
        }
    }

    /** {@code http2-stdio-pair}. */
    public static final class Http2Pair extends OverPair {
        public Http2Pair() {
            super(Framing.HTTP2, 89);
        }
    }
}
