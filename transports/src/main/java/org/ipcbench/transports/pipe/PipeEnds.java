package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.StreamAuthentication;
import org.ipcbench.transports.stream.StreamChannel;
import org.jspecify.annotations.Nullable;

/** One side's two ends of a pair of pipes, on the way to becoming a channel. */
final class PipeEnds {
    private final PipeEnd source;
    private final PipeEnd sink;

    private PipeEnds(PipeEnd source, PipeEnd sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Opens the second end; if that fails, the first one is closed. */
    interface SecondEnd {
        PipeEnd open() throws IOException;
    }

    private interface Authentication {
        void authenticate(StreamAuthentication authentication) throws IOException;
    }

    /** The client's side: proves the session's token and demands the server's proof. */
    static Channel proveToServer(PipeEnd source, SecondEnd sink, Session session) throws IOException {
        return open(source, sink).authenticated(session, StreamAuthentication::proveToServer);
    }

    /** The server's side: waits for the client's proof, and skips what strangers have written before it. */
    static Channel verifyClient(PipeEnd source, SecondEnd sink, Session session) throws IOException {
        return open(source, sink).authenticated(session, StreamAuthentication::verifyClientAfterStrangers);
    }

    private static PipeEnds open(PipeEnd source, SecondEnd sink) throws IOException {
        try {
            return new PipeEnds(source, sink.open());
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    private Channel authenticated(Session session, Authentication authentication) throws IOException {
        try (Deadline deadline = Deadline.closing(this::endAuthentication, session.connectTimeout())) {
            authentication.authenticate(new StreamAuthentication(source.channel(), sink.channel(), session.token()));
        } catch (IOException e) {
            close();
            throw new IOException("authentication failed", e);
        }
        source.keepForMessages();
        sink.keepForMessages();
        try {
            return messages(source.descriptor(), sink.descriptor(), session);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * A channel that reads message by message: a reader that takes everything at once is always directly behind the writer,
     * which costs the writer more than the reader saves.
     */
    private Channel messages(@Nullable Descriptor from, @Nullable Descriptor to, Session session) throws IOException {
        if (from == null || to == null) {
            return StreamChannel.messageByMessage(source.channel(), sink.channel(), session.maxMessageBytes())
                    .holding(this::room);
        }
        return SpinLoop.isAsked(session)
                ? NativePipeChannel.Spinning.over(from, to, session, this::room)
                : new NativePipeChannel(from, to, session.maxMessageBytes(), this::room);
    }

    /** What both pipes hold, which depends on their user's other pipes. */
    private Room room(int messageBytes) throws IOException {
        int pageBytes = PageSize.bytes().orElse(0);
        int there = sink.capacityBytes();
        int back = source.capacityBytes();
        return pageBytes == 0 || there == 0 || back == 0 ? Room.UNKNOWN : room(messageBytes, pageBytes, there, back);
    }

    static Room room(int messageBytes, int pageBytes, int thereBytes, int backBytes) {
        return new Room(
                certain(messageBytes, pageBytes, thereBytes),
                certain(messageBytes, pageBytes, backBytes),
                OptionalLong.of(most(messageBytes, pageBytes, thereBytes)));
    }

    /**
     * How many messages a pipe holds, of which at least a part has room: a message smaller than a page is never split over two pages; a
     * larger one begins where the last one ended.
     */
    private static long most(int messageBytes, int pageBytes, int pipeBytes) {
        return messageBytes < pageBytes
                ? (long) (pipeBytes / pageBytes) * (pageBytes / messageBytes)
                : Math.max(1, pipeBytes / messageBytes);
    }

    /**
     * How many messages a pipe certainly takes, whatever was read of it: the kernel frees a page when all of it is read, and
     * does not always fill up a page with the rest of a message that is larger than one.
     */
    private static long certain(int messageBytes, int pageBytes, int pipeBytes) {
        long pages = pipeBytes / pageBytes;
        return messageBytes < pageBytes
                ? (pages - 1) * (pageBytes / messageBytes) + 1
                : pages / ((messageBytes + pageBytes - 1L) / pageBytes);
    }

    /** Safe at any time from any thread, as closing the JDK's channels is. */
    private void endAuthentication() throws IOException {
        try (Closeable channel = source.channel()) {
            sink.channel().close();
        }
    }

    private void close() throws IOException {
        try (source) {
            sink.close();
        }
    }
}
