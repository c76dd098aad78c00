package org.ipcbench.transports.grpc;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.LibraryWait;
import org.jspecify.annotations.Nullable;

/**
 * The server until its client has proved the session's token. Then the listening socket and all other connections are
 * closed, so that every call comes from the client.
 */
final class GrpcListener implements Listener {
    private final Session session;
    private final EventLoopGroup loop;
    private final AcceptedConnections connections;
    private final Server server;
    private final String address;
    private final CompletableFuture<GrpcServerChannel> client = new CompletableFuture<>();
    /** The client's channel, as the event loop sees it. */
    private @Nullable GrpcServerChannel admitted;

    private boolean accepted;

    private GrpcListener(Session session, GrpcSocket socket) throws IOException {
        this.session = session;
        loop = socket.newLoop();
        ServerChannel listening = socket.listening().get();
        connections = new AcceptedConnections(listening);
        server = NettyServerBuilder.forAddress(socket.free())
                .channelFactory(() -> listening)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .directExecutor()
                .maxInboundMessageSize(session.maxMessageBytes())
                .addService(ServerServiceDefinition.builder(GrpcProtocol.SERVICE)
                        .addMethod(GrpcProtocol.STREAM, this::begin)
                        .addMethod(GrpcProtocol.CALL, this::call)
                        .build())
                .build();
        try {
            server.start();
        } catch (IOException e) {
            endLoop();
            throw e;
        }
        address = socket.text().apply(listening.localAddress());
    }

    static GrpcListener open(Session session, GrpcSocket socket) throws IOException {
        return new GrpcListener(session, socket);
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public GrpcServerChannel accept() throws IOException {
        GrpcServerChannel channel = GrpcProtocol.WAIT.client(session, client);
        accepted = true;
        return channel;
    }

    @Override
    public void close() {
        if (!accepted) {
            server.shutdownNow();
            endLoop();
        }
    }

    /** Begins the client's stream; a stranger's stream is refused. */
    private ServerCall.Listener<InputStream> begin(ServerCall<InputStream, InputStream> stream, Metadata headers) {
        if (admitted != null || !GrpcProtocol.shows(headers, session.token().clientProof())) {
            return refuse(stream);
        }
        var connection = connections.keepSpeaking();
        var unused = connection.closeFuture().addListener(closed -> endLoop());
        GrpcServerChannel channel = new GrpcServerChannel(server, stream, session.maxMessageBytes());
        admitted = channel;
        stream.sendHeaders(GrpcProtocol.showing(session.token().serverProof()));
        channel.begin();
        client.complete(channel);
        return channel.streamEvents();
    }

    private ServerCall.Listener<InputStream> call(ServerCall<InputStream, InputStream> call, Metadata headers) {
        return admitted == null ? refuse(call) : admitted.answering(call);
    }

    private static ServerCall.Listener<InputStream> refuse(ServerCall<InputStream, InputStream> call) {
        call.close(Status.UNAUTHENTICATED, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private void endLoop() {
        var unused = loop.shutdownGracefully(0, LibraryWait.LINGER.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * A listening socket and the connections made to it, until one of them is the client's. gRPC does not tell on which
     * connection a call arrived. All connections share one event loop, so it is the connection whose bytes are being handled.
     */
    private static final class AcceptedConnections extends ChannelInboundHandlerAdapter {
        private final ServerChannel listening;
        private final Set<Channel> open = new HashSet<>();
        private @Nullable Channel speaking;

        /** For a socket that is not registered with an event loop yet. */
        AcceptedConnections(ServerChannel listening) {
            this.listening = listening;
            listening.pipeline().addLast(this);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            Channel connection = (Channel) accepted;
            connection.pipeline().addFirst(new Speaker());
            open.add(connection);
            var unused = connection.closeFuture().addListener(closed -> open.remove(connection));
            context.fireChannelRead(accepted);
        }

        /**
         * Closes the listening socket and all connections but the one whose bytes are being handled, and returns that one; called
         * by the event loop.
         */
        Channel keepSpeaking() {
            Channel client = speaking;
            if (client == null) {
                throw new IllegalStateException("nobody has said anything");
            }
            var unusedListening = listening.close();
            for (Channel stranger : Set.copyOf(open)) {
                if (!stranger.equals(client)) {
                    // from the first handler on: gRPC's own handlers would send a goodbye and wait for an answer
                    var unused = stranger.pipeline().context(Speaker.class).close();
                }
            }
            var unusedHandler = client.pipeline().remove(Speaker.class); // not needed in the measured part
            return client;
        }

        /** Notes the connection whose bytes are handled next; gRPC's own handlers run within the call. */
        private final class Speaker extends ChannelInboundHandlerAdapter {
            @Override
            public void channelRead(ChannelHandlerContext context, Object bytes) {
                speaking = context.channel();
                context.fireChannelRead(bytes);
            }
        }
    }
}
