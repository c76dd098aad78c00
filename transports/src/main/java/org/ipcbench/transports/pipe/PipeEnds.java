package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.StreamChannel;
import org.ipcbench.transports.stream.TokenExchange;

/** One side's two ends of a pair of pipes, on the way to becoming a channel. */
final class PipeEnds {
    private PipeEnds() {}

    /** The client's side: proves the session's token and demands the server's proof. */
    static Channel prove(FileChannel source, FileChannel sink, Session session) throws IOException {
        return afterExchange(source, sink, session, TokenExchange::proveToServer);
    }

    /** The server's side: waits for the client's proof, whatever strangers may have written before it. */
    static Channel await(FileChannel source, FileChannel sink, Session session) throws IOException {
        return afterExchange(source, sink, session, TokenExchange::awaitClient);
    }

    private interface Side {
        void exchange(TokenExchange exchange) throws IOException;
    }

    private static Channel afterExchange(FileChannel source, FileChannel sink, Session session, Side side)
            throws IOException {
        StreamChannel channel = new StreamChannel(source, sink, session.messageSizeBytes());
        try (Deadline deadline = Deadline.closing(channel, session.connectTimeout())) {
            side.exchange(new TokenExchange(source, sink, session.token()));
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new IOException("the session's token was not proven in time", e);
        }
    }
}
