package org.ipcbench.transports.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.ipcbench.transport.AlignedMemory;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1. A call is a POST, its answer the response. Notifications are chunks of one
 * request and one response that last as long as the connection, a line each.
 */
abstract class HttpTexts extends NettyTexts {
    private final EmbeddedChannel encoder;
    private final EmbeddedChannel decoder;
    private final ByteBuffer body;
    private boolean writesStream;
    boolean readsStream;

    /** Whether the content of the message that is read is of no interest. */
    boolean skips;

    private HttpTexts(
            ReadableByteChannel source,
            WritableByteChannel sink,
            int textBytes,
            ChannelHandler encoder,
            ChannelHandler decoder) {
        super(source, sink, textBytes);
        this.encoder = new EmbeddedChannel(encoder);
        this.decoder = new EmbeddedChannel(decoder);
        body = AlignedMemory.allocate(textBytes);
    }

    static HttpTexts ofClient(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        return new Client(source, sink, textBytes);
    }

    static HttpTexts ofServer(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        return new Server(source, sink, textBytes);
    }

    private static HttpDecoderConfig wholeBodies() {
        return new HttpDecoderConfig().setMaxChunkSize(READ_BYTES);
    }

    @Override
    void send(Kind kind) throws IOException {
        if (kind == Kind.NOTIFICATION) {
            if (!writesStream) {
                writesStream = true;
                HttpMessage head = head();
                head.headers()
                        .set(HttpHeaderNames.CONTENT_TYPE, JSON_LINES)
                        .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
                encoder.writeOutbound(head);
            }
            text.put(NEW_LINE);
            encoder.writeOutbound(new DefaultHttpContent(content()));
        } else {
            HttpMessage message = message(content());
            message.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, JSON)
                    .set(HttpHeaderNames.CONTENT_LENGTH, text.position());
            encoder.writeOutbound(message);
        }
        writeAll(encoder);
    }

    final void sendAlone(HttpMessage message) throws IOException {
        encoder.writeOutbound(message);
        writeAll(encoder);
    }

    abstract HttpMessage head();

    abstract HttpMessage message(ByteBuf content);

    /** Looks at the head of a message; throws if the other side has refused. */
    abstract void check(HttpMessage head) throws IOException;

    /** Told when a message ends without a text, or behind its last line. */
    abstract void end() throws IOException;

    @Override
    ByteBuffer next() throws IOException {
        body.clear();
        while (true) {
            HttpObject object = decoder.readInbound();
            if (object == null) {
                readMore(decoder);
            } else if (take(object)) {
                return body.flip();
            }
        }
    }

    /** Takes a part of a message. Returns whether a text is complete. */
    private boolean take(HttpObject part) throws IOException {
        try {
            if (part.decoderResult().isFailure()) {
                throw new IOException(
                        "the other side does not speak HTTP",
                        part.decoderResult().cause());
            }
            if (part instanceof HttpMessage head) {
                readsStream = JSON_LINES.contentEqualsIgnoreCase(contentType(head));
                skips = false;
                check(head);
            }
            if (!(part instanceof HttpContent content)) {
                return false;
            }
            if (!skips) {
                append(content.content());
            }
            boolean isLast = part instanceof LastHttpContent;
            int filled = body.position();
            if (filled > 0 && (isLast || (readsStream && body.get(filled - 1) == NEW_LINE))) {
                readsStream &= !isLast;
                return true;
            }
            if (isLast) {
                end();
            }
            return false;
        } finally {
            ReferenceCountUtil.release(part);
        }
    }

    private void append(ByteBuf bytes) throws IOException {
        int count = bytes.readableBytes();
        if (count > body.remaining()) {
            throw tooLong(body.capacity());
        }
        bytes.readBytes(body.limit(body.position() + count));
        body.limit(body.capacity());
    }

    private static String contentType(HttpMessage head) {
        @Nullable String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE);
        return type == null ? "" : type;
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            encoder.finishAndReleaseAll();
            decoder.finishAndReleaseAll();
        }
    }

    private static final class Client extends HttpTexts {
        Client(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink, textBytes, new HttpRequestEncoder(), new HttpResponseDecoder(wholeBodies()));
        }

        @Override
        HttpMessage head() {
            return toServer(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, PATH.toString()));
        }

        @Override
        HttpMessage message(ByteBuf content) {
            return toServer(
                    new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, PATH.toString(), content));
        }

        private static HttpMessage toServer(HttpMessage request) {
            request.headers().set(HttpHeaderNames.HOST, HOST).set(HttpHeaderNames.ACCEPT, JSON);
            return request;
        }

        @Override
        void check(HttpMessage head) throws IOException {
            HttpResponseStatus status = ((HttpResponse) head).status();
            if (!status.equals(HttpResponseStatus.OK) && !status.equals(HttpResponseStatus.ACCEPTED)) {
                throw new IOException("the server's status is " + status);
            }
        }

        @Override
        void end() {
            // a notification has been accepted
        }
    }

    private static final class Server extends HttpTexts {
        /** Whether the request that is read has its response. */
        private boolean isAnswered;

        Server(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink, textBytes, new HttpResponseEncoder(), new HttpRequestDecoder(wholeBodies()));
        }

        @Override
        HttpMessage head() {
            return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        }

        @Override
        HttpMessage message(ByteBuf content) {
            return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
        }

        @Override
        void check(HttpMessage head) throws IOException {
            isAnswered = false;
            HttpMethod method = ((HttpRequest) head).method();
            if (!method.equals(HttpMethod.POST)) {
                skips = true;
                respond(HttpResponseStatus.METHOD_NOT_ALLOWED);
            } else if (HttpUtil.is100ContinueExpected(head)) {
                sendAlone(new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
            }
        }

        @Override
        void send(Kind kind) throws IOException {
            if (isAnswered && kind == Kind.ANSWER) {
                throw new IOException("a request of the other side has several calls");
            }
            isAnswered = true;
            super.send(kind);
        }

        @Override
        void accept() throws IOException {
            if (!readsStream && !isAnswered) {
                respond(HttpResponseStatus.ACCEPTED);
            }
        }

        @Override
        void end() throws IOException {
            if (!isAnswered) {
                respond(readsStream ? HttpResponseStatus.ACCEPTED : HttpResponseStatus.BAD_REQUEST);
            }
        }

        private void respond(HttpResponseStatus status) throws IOException {
            isAnswered = true;
            HttpMessage response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
            sendAlone(response);
        }
    }
}
