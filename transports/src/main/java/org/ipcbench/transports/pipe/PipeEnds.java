package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.StreamAuthentication;
import org.ipcbench.transports.stream.StreamChannel;

/** One side's two ends of a pair of pipes, on the way to becoming a channel. */
final class PipeEnds {
    private final PipeEnd source;
    private final PipeEnd sink;

    private PipeEnds(PipeEnd source, PipeEnd sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Opens the second end; where that fails the first one is closed. */
    interface Opening {
        PipeEnd open() throws IOException;
    }

    private interface Side {
        void exchange(StreamAuthentication exchange) throws IOException;
    }

    /** The client's side: proves the session's token and demands the server's proof. */
    static Channel prove(PipeEnd source, Opening sink, Session session) throws IOException {
        return open(source, sink).afterExchange(session, StreamAuthentication::proveToServer);
    }

    /** The server's side: waits for the client's proof, whatever strangers may have written before it. */
    static Channel await(PipeEnd source, Opening sink, Session session) throws IOException {
        return open(source, sink).afterExchange(session, StreamAuthentication::awaitClient);
    }

    private static PipeEnds open(PipeEnd source, Opening sink) throws IOException {
        try {
            return new PipeEnds(source, sink.open());
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    private Channel afterExchange(Session session, Side side) throws IOException {
        try (Deadline deadline = Deadline.closing(this::endExchange, session.connectTimeout())) {
            side.exchange(new StreamAuthentication(source.forToken(), sink.forToken(), session.token()));
        } catch (IOException e) {
            close();
            throw new IOException("the session's token was not proven in time", e);
        }
        source.keepForMessages();
        sink.keepForMessages();
        // a reader that takes all at once is always right behind the writer, whom that costs more than the reads save
        return StreamChannel.messageByMessage(source.forMessages(), sink.forMessages(), session.messageSizeBytes());
    }

    /** Safe at any time from any thread, as closing the JDK's channels is. */
    private void endExchange() throws IOException {
        try (Closeable token = source.forToken()) {
            sink.forToken().close();
        }
    }

    private void close() throws IOException {
        try (source) {
            sink.close();
        }
    }
}
