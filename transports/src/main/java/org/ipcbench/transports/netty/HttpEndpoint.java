package org.ipcbench.transports.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointProtocol;
import org.jspecify.annotations.Nullable;

/** An HTTP server of the user's: each call is a GET over a connection that is kept. */
public final class HttpEndpoint implements EndpointProtocol {
    private static final int PORT = 80;

    /** The environment variable with what the header of this name says; the value is in no file and on no command line. */
    private static final String AUTHORIZATION = "IPCBENCH_AUTHORIZATION";

    private static final NettyIo IO = new EpollIo();

    @Override
    public String scheme() {
        return "http";
    }

    @Override
    public String title() {
        return "HTTP/1.1 GET";
    }

    @Override
    public Library library() {
        return IO.library();
    }

    @Override
    public int usualPort() {
        return PORT;
    }

    @Override
    public Availability availability() {
        return IO.availability();
    }

    @Override
    public void requireUsable(EndpointAddress address) {
        String asked = address.asked();
        boolean isPath = asked.startsWith("/") && asked.chars().noneMatch(each -> each <= ' ' || each > '~');
        if (!isPath && !(asked.isEmpty() && !address.isUnix())) {
            throw new IllegalArgumentException(
                    "'%s': a path begins with / and has no blanks and no umlauts; write them as %%20 and so on: http+unix:/SOCKET:/PATH"
                            .formatted(address.text()));
        }
    }

    @Override
    public Caller connect(EndpointAddress address, Session session) throws IOException {
        IO.loadBy(session.scratchDirectory());
        HttpCaller caller = new HttpCaller(address, System.getenv(AUTHORIZATION));
        try {
            caller.open();
            return caller;
        } catch (IOException e) {
            caller.close();
            throw e;
        }
    }

    /** The thread that calls runs the event loop, and sleeps in the kernel until the answer comes. */
    private static final class HttpCaller implements Caller {
        /** Servers end connections that are unused for seconds, and nobody has looked since the last answer. */
        private static final long LONG_UNUSED_NANOS = 100_000_000;

        private final boolean isUnix;
        private final SocketAddress server;
        private final ByteBuf request;
        private @Nullable Loop loop;
        private @Nullable Channel channel;
        private Answer answer = new Answer();
        private long lastUsed = System.nanoTime();

        HttpCaller(EndpointAddress address, @Nullable String authorization) {
            isUnix = address.isUnix();
            server = isUnix
                    ? new DomainSocketAddress(address.path())
                    : new InetSocketAddress(address.target(), address.port());
            String host = isUnix ? "localhost" : hostOf(address);
            String text = "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n"
                    .formatted(
                            address.asked().isEmpty() ? "/" : address.asked(),
                            host,
                            authorization == null ? "" : "Authorization: %s\r\n".formatted(authorization));
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            request = Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer(bytes.length).writeBytes(bytes));
        }

        private static String hostOf(EndpointAddress address) {
            String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
            return address.port() == PORT ? host : host + ":" + address.port();
        }

        void open() throws IOException {
            Loop own = loop;
            if (own == null || !own.isOfThisThread()) {
                close();
                own = new Loop();
                loop = own;
            } else {
                closeChannel(own);
            }
            Answer next = new Answer();
            answer = next;
            Bootstrap bootstrap = new Bootstrap()
                    .group(own.events)
                    .channel(isUnix ? EpollDomainSocketChannel.class : EpollSocketChannel.class)
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel created) {
                            created.pipeline()
                                    .addLast(
                                            new HttpResponseDecoder(new HttpDecoderConfig().setValidateHeaders(false)),
                                            next);
                        }
                    });
            if (!isUnix) {
                bootstrap.option(ChannelOption.TCP_NODELAY, true);
            }
            var connecting = bootstrap.connect(server);
            own.await(connecting);
            channel = connecting.channel();
        }

        @Override
        public void call() throws IOException {
            Channel open = channel;
            Loop own = loop;
            if (own != null && own.isOfThisThread() && System.nanoTime() - lastUsed > LONG_UNUSED_NANOS) {
                own.look();
            }
            if (open == null || own == null || !own.isOfThisThread() || answer.endsConnection || !open.isActive()) {
                open(); // the server has ended the connection after an earlier answer, as servers do now and then
                own = Objects.requireNonNull(loop);
                open = Objects.requireNonNull(channel);
            }
            answer.begin();
            var unused = open.writeAndFlush(request.duplicate());
            while (!answer.isComplete) {
                if (answer.isClosed) {
                    throw answer.failure();
                }
                own.turn();
            }
            lastUsed = System.nanoTime();
            answer.requireSuccess();
        }

        private void closeChannel(Loop own) {
            if (channel != null) {
                var closing = channel.close();
                while (!closing.isDone()) {
                    own.turn();
                }
                channel = null;
            }
        }

        @Override
        public void close() throws IOException {
            Loop own = loop;
            loop = null;
            if (own != null && own.isOfThisThread()) {
                closeChannel(own);
            } else if (channel != null) {
                ((UnixChannel) channel).fd().close(); // nobody runs its loop any more
            }
            channel = null;
            if (own != null) {
                own.end();
            }
        }
    }

    /** An event loop that its thread runs while it waits. */
    private static final class Loop {
        private static final long UNTIL_SOMETHING_HAPPENS = 0;

        private final Thread thread = Thread.currentThread();
        private final ManualIoEventLoop events = new ManualIoEventLoop(thread, IO.handlers());

        boolean isOfThisThread() {
            return thread.equals(Thread.currentThread());
        }

        /** Does what has come up, and waits for nothing. */
        void look() {
            events.runNow();
        }

        void turn() {
            events.run(UNTIL_SOMETHING_HAPPENS);
        }

        void await(Future<?> operation) throws IOException {
            while (!operation.isDone()) {
                turn();
            }
            Throwable cause = operation.cause();
            if (cause != null) {
                throw new ConnectException("cannot connect: " + words(cause));
            }
        }

        /** The first message that says something. */
        private static String words(Throwable failure) {
            for (Throwable each = failure; each != null; each = each.getCause()) {
                if (each.getMessage() != null) {
                    return each.getMessage();
                }
            }
            return failure instanceof FileNotFoundException ? "there is no such socket" : failure.toString();
        }

        void end() {
            var unused = events.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
            while (isOfThisThread() && !events.isTerminated()) {
                events.runNow();
            }
        }
    }

    /** What has come of the answer that is awaited. */
    private static final class Answer extends ChannelInboundHandlerAdapter {
        private boolean isComplete;
        private boolean isClosed;
        private boolean endsConnection;

        /** Whether this is a word before the answer, such as {@code 103 Early Hints}. */
        private boolean isEarly;

        private HttpResponseStatus status = HttpResponseStatus.OK;
        private @Nullable Throwable fault;

        void begin() {
            isComplete = false;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object part) {
            if (part instanceof HttpResponse head) {
                status = head.status();
                isEarly = status.codeClass() == HttpStatusClass.INFORMATIONAL
                        && !status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
                endsConnection = !isEarly && !HttpUtil.isKeepAlive(head);
                fault = head.decoderResult().cause();
            }
            if (part instanceof LastHttpContent end) {
                fault = fault == null ? end.decoderResult().cause() : fault;
                isComplete = !isEarly;
            }
            ReferenceCountUtil.release(part);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            isClosed = true;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fault = cause;
            isClosed = true;
        }

        /** A server that dies with a request unread resets the connection: its user gets the message of any early end, not the kernel's. */
        IOException failure() {
            Throwable wrong = wrongAnswer();
            return wrong == null
                    ? new EOFException("the server closed the connection before its answer was complete")
                    : new IOException(wrong.getMessage(), wrong);
        }

        /** What is wrong with the answer itself; a connection that ends behind a complete one is opened again. */
        private @Nullable Throwable wrongAnswer() {
            return fault instanceof IOException ? null : fault;
        }

        void requireSuccess() throws IOException {
            Throwable wrong = wrongAnswer();
            if (wrong != null) {
                throw new IOException("the answer is not HTTP: " + wrong.getMessage(), wrong);
            }
            if (status.codeClass() != HttpStatusClass.SUCCESS) {
                throw new IOException("the server answered '%s'".formatted(status));
            }
        }
    }
}
