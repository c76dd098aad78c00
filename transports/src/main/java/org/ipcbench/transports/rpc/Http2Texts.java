package org.ipcbench.transports.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpScheme;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 without encryption, which each side expects of the other. A call is a POST with a stream of its own, its answer the response.
 * Notifications are lines of one request and one response that last as long as the connection. Windows are those of the protocol.
 */
abstract class Http2Texts extends NettyTexts {
    static final int NONE = 0;

    private final Http2ConnectionHandler handler;
    private final EmbeddedChannel channel;
    private final Http2Connection.PropertyKey bodies;
    private final int textBytes;
    private final Queue<Arrived> arrived = new ArrayDeque<>();
    private @Nullable ByteBuf handedOut;
    private @Nullable IOException failure;

    /** The stream of what was handed out last. */
    int last = NONE;

    /** The stream whose lines are notifications. */
    int lines = NONE;

    /** A text, or the end of a message that has none or is a sequence of lines. */
    private record Arrived(int stream, @Nullable ByteBuf text) {}

    private Http2Texts(
            ReadableByteChannel source,
            WritableByteChannel sink,
            int textBytes,
            boolean isServer,
            Http2Settings settings) {
        super(source, sink, textBytes);
        this.textBytes = textBytes;
        handler = new Http2ConnectionHandlerBuilder()
                .server(isServer)
                .initialSettings(settings)
                .frameListener(new Frames())
                .gracefulShutdownTimeoutMillis(0)
                .build();
        bodies = handler.connection().newKey();
        handler.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onGoAwaySent(int lastStream, long error, ByteBuf reason) {
                fail(new IOException(
                        "the other side does not speak HTTP/2: " + reason.toString(StandardCharsets.UTF_8)));
            }
        });
        channel = new EmbeddedChannel(handler);
    }

    static Http2Texts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        return new Client(source, sink, textBytes);
    }

    static Http2Texts ofServer(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        return new Server(source, sink, textBytes);
    }

    /** Looks at the head of a message. Returns whether its content is of interest. */
    abstract boolean check(int stream, Http2Headers head, boolean isLines);

    /** Told when a message ends that has no text or is a sequence of lines. */
    abstract void end(int stream);

    /** Told when the other side has ended a stream before its time. */
    abstract void reset(long error);

    final void fail(IOException reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    final int newStream() {
        return handler.connection().local().incrementAndGetNextStreamId();
    }

    final boolean isOpen(int stream) {
        return handler.connection().stream(stream) != null;
    }

    /** Sends a head together with what follows. */
    final void sendHead(int stream, Http2Headers head, boolean isAll) {
        ChannelHandlerContext context = context();
        ChannelFuture sent = handler.encoder().writeHeaders(context, stream, head, 0, isAll, context.newPromise());
        if (sent.cause() != null) {
            fail(new IOException("cannot send a message", sent.cause()));
        }
    }

    /** Sends the text. Waits until the other side has room for all of it. */
    final void sendText(int stream, boolean isLast) throws IOException {
        ChannelHandlerContext context = context();
        ChannelFuture sent = handler.encoder().writeData(context, stream, content(), 0, isLast, context.newPromise());
        writeFrames();
        while (!sent.isDone()) {
            readFrames();
            writeFrames();
        }
        if (sent.cause() != null) {
            throw failure != null ? failure : new IOException("cannot send a message", sent.cause());
        }
    }

    private ChannelHandlerContext context() {
        return channel.pipeline().context(handler);
    }

    @Override
    ByteBuffer next() throws IOException {
        releaseLast();
        while (true) {
            Arrived next = arrived.poll();
            if (next == null) {
                writeFrames();
                readFrames();
            } else if (next.text() == null) {
                end(next.stream());
            } else {
                last = next.stream();
                handedOut = next.text();
                return handedOut.nioBuffer();
            }
        }
    }

    final void writeFrames() throws IOException {
        channel.flush();
        writeAll(channel);
    }

    final void readFrames() throws IOException {
        if (failure == null) {
            readMore(channel);
        }
        if (failure != null) {
            try {
                writeAll(channel); // the other side is told why
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    private void releaseLast() {
        if (handedOut != null) {
            handedOut.release();
            handedOut = null;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            releaseLast();
            for (Arrived unread : arrived) {
                if (unread.text() != null) {
                    unread.text().release();
                }
            }
            arrived.clear();
            channel.finishAndReleaseAll();
        }
    }

    /** What has arrived of a message and is no whole text yet. */
    private static final class Body {
        private final boolean isLines;
        private boolean hasText;
        private @Nullable ByteBuf bytes;

        Body(boolean isLines) {
            this.isLines = isLines;
        }
    }

    private final class Frames extends Http2FrameAdapter {
        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int stream,
                Http2Headers head,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean isLast) {
            onHeadersRead(context, stream, head, padding, isLast);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int stream, Http2Headers head, int padding, boolean isLast) {
            Http2Stream state = handler.connection().stream(stream);
            Body body = state.getProperty(bodies);
            if (body == null) { // otherwise it stands behind the content
                boolean isLines = JSON_LINES.contentEqualsIgnoreCase(head.get(HttpHeaderNames.CONTENT_TYPE));
                if (!check(stream, head, isLines)) {
                    return;
                }
                body = new Body(isLines);
                state.setProperty(bodies, body);
            }
            if (isLast) {
                arriveLast(stream, body);
            }
        }

        @Override
        public int onDataRead(ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean isLast) {
            int count = data.readableBytes() + padding;
            Body body = handler.connection().stream(stream).getProperty(bodies);
            if (body != null) {
                while (body.isLines && data.isReadable()) {
                    int length = data.bytesBefore(NEW_LINE);
                    if (length < 0) {
                        break;
                    }
                    append(body, data, length + 1);
                    arrive(stream, body);
                }
                append(body, data, data.readableBytes());
                if (isLast) {
                    arriveLast(stream, body);
                }
            }
            return count;
        }

        private void append(Body body, ByteBuf data, int count) {
            if (count == 0) {
                return;
            }
            if (body.bytes == null) {
                body.bytes = channel.alloc().directBuffer(count);
            }
            if (body.bytes.readableBytes() + count > textBytes) {
                fail(tooLong(textBytes));
                data.skipBytes(count);
            } else {
                body.bytes.writeBytes(data, count);
            }
        }

        private void arrive(int stream, Body body) {
            arrived.add(new Arrived(stream, body.bytes));
            body.bytes = null;
            body.hasText = true;
        }

        private void arriveLast(int stream, Body body) {
            if (body.bytes != null) {
                arrive(stream, body);
            }
            if (body.isLines || !body.hasText) {
                arrived.add(new Arrived(stream, null));
            }
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext context, int stream, long error) {
            reset(error);
        }
    }

    private static final class Client extends Http2Texts {
        Client(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(
                    source,
                    sink,
                    textBytes,
                    false,
                    Http2Settings.defaultSettings().pushEnabled(false));
        }

        @Override
        void send(Kind kind) throws IOException {
            if (kind == Kind.NOTIFICATION) {
                openLines();
                text.put(NEW_LINE);
                sendText(lines, false);
            } else {
                int call = newStream();
                sendHead(call, request(JSON).setInt(HttpHeaderNames.CONTENT_LENGTH, text.position()), false);
                sendText(call, true);
            }
        }

        /** The stream of lines begins at once, because a server that notifies first waits for it. */
        @Override
        void open() throws IOException {
            openLines();
            writeFrames();
        }

        private void openLines() {
            if (lines == NONE) {
                lines = newStream();
                sendHead(lines, request(JSON_LINES), false);
            }
        }

        private static Http2Headers request(AsciiString type) {
            return new DefaultHttp2Headers()
                    .method(HttpMethod.POST.asciiName())
                    .scheme(HttpScheme.HTTP.name())
                    .authority(HOST)
                    .path(PATH)
                    .set(HttpHeaderNames.ACCEPT, JSON)
                    .set(HttpHeaderNames.CONTENT_TYPE, type);
        }

        @Override
        boolean check(int stream, Http2Headers head, boolean isLines) {
            HttpResponseStatus status = HttpResponseStatus.parseLine(Objects.requireNonNull(head.status()));
            if (status.code() < HttpResponseStatus.OK.code()) {
                return false; // the response is still to come
            }
            if (!status.equals(HttpResponseStatus.OK) && !status.equals(HttpResponseStatus.ACCEPTED)) {
                fail(new IOException("the server's status is " + status));
            }
            return true;
        }

        @Override
        void end(int stream) {
            // a notification has been accepted
        }

        @Override
        void reset(long error) {
            if (error != Http2Error.NO_ERROR.code()) {
                fail(new IOException("the server has ended a call: " + Http2Error.valueOf(error)));
            }
        }
    }

    private static final class Server extends Http2Texts {
        private int answered = NONE;
        private boolean writesLines;

        Server(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink, textBytes, true, Http2Settings.defaultSettings());
        }

        @Override
        void send(Kind kind) throws IOException {
            if (kind == Kind.NOTIFICATION) {
                while (lines == NONE) {
                    writeFrames();
                    readFrames();
                }
                if (!writesLines) {
                    writesLines = true;
                    sendHead(lines, response(JSON_LINES), false);
                }
                text.put(NEW_LINE);
                sendText(lines, false);
            } else if (answered == last) {
                throw new IOException("a request of the other side has several calls");
            } else if (isOpen(last)) { // the client still wants the answer
                answered = last;
                sendHead(last, response(JSON).setInt(HttpHeaderNames.CONTENT_LENGTH, text.position()), false);
                sendText(last, true);
            }
        }

        private static Http2Headers response(AsciiString type) {
            return new DefaultHttp2Headers()
                    .status(HttpResponseStatus.OK.codeAsText())
                    .set(HttpHeaderNames.CONTENT_TYPE, type);
        }

        @Override
        boolean check(int stream, Http2Headers head, boolean isLines) {
            if (!HttpMethod.POST.asciiName().contentEquals(head.method())) {
                respond(stream, HttpResponseStatus.METHOD_NOT_ALLOWED);
                return false;
            }
            if (HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(head.get(HttpHeaderNames.EXPECT))) {
                sendHead(stream, new DefaultHttp2Headers().status(HttpResponseStatus.CONTINUE.codeAsText()), false);
            }
            if (isLines) {
                lines = stream;
            }
            return true;
        }

        @Override
        void accept() {
            if (last != lines && last != answered) {
                respond(last, HttpResponseStatus.ACCEPTED);
            }
        }

        @Override
        void end(int stream) {
            if (stream == lines) {
                lines = NONE;
                if (stream != answered && !writesLines) {
                    respond(stream, HttpResponseStatus.ACCEPTED);
                }
                writesLines = false;
            } else {
                respond(stream, HttpResponseStatus.BAD_REQUEST);
            }
        }

        private void respond(int stream, HttpResponseStatus status) {
            answered = stream;
            if (isOpen(stream)) {
                sendHead(stream, new DefaultHttp2Headers().status(status.codeAsText()), true);
            }
        }

        @Override
        void reset(long error) {
            // an answer that nobody wants is left out
        }
    }
}
