package org.ipcbench.transports.grpc;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket and the connections made to it, until one of them is the client's. gRPC does not tell on which
 * connection a call arrived. All connections share one event loop, so it is the connection whose bytes are being handled.
 */
final class AcceptedConnections extends ChannelInboundHandlerAdapter {
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
