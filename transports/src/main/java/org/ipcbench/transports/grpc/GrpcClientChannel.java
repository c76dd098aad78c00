package org.ipcbench.transports.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.grpc.IncomingMessages.EventLoopSignal;
import org.ipcbench.transports.shared.LibraryWait;

/**
 * The client's end: one stream for the whole session and, on demand, a unary call for each message. gRPC's callbacks run on
 * its event loop, which passes arriving messages to the measuring thread.
 */
final class GrpcClientChannel implements RequestChannel {
    /** A name that gRPC requires; only the address determines where to connect. */
    private static final String AUTHORITY = "localhost";

    /**
     * Number of answers to ask for, as in a generated stub: a second answer is an error, which gRPC reports only if two are
     * asked for.
     */
    private static final int ANSWERS_ASKED_FOR = 2;

    private final EventLoopGroup loop;
    private final ManagedChannel library;
    private final EventLoopSignal signal = new EventLoopSignal();
    private final IncomingMessages incoming;
    private final OutgoingMessage outgoing;
    private final ClientCall<InputStream, InputStream> stream;
    private final CompletableFuture<Boolean> admitted = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Answers answers = new Answers();
    private final BooleanSupplier mayGoOn = this::mayGoOn;
    private boolean sendsRequests;
    private boolean closed;

    private GrpcClientChannel(Session session, GrpcSocket socket, SocketAddress address) {
        loop = socket.newLoop();
        incoming = new IncomingMessages(session.maxMessageBytes(), signal);
        outgoing = new OutgoingMessage(session.maxMessageBytes());
        library = NettyChannelBuilder.forAddress(address)
                .channelType(socket.connecting(), address.getClass())
                .eventLoopGroup(loop)
                .overrideAuthority(AUTHORITY)
                .usePlaintext()
                .directExecutor()
                .disableRetry()
                .proxyDetector(target -> null)
                .maxInboundMessageSize(session.maxMessageBytes())
                .build();
        stream = library.newCall(GrpcProtocol.STREAM, CallOptions.DEFAULT.withWaitForReady());
    }

    static GrpcClientChannel connect(Session session, GrpcSocket socket, String address) throws IOException {
        GrpcClientChannel channel =
                new GrpcClientChannel(session, socket, socket.parsed().apply(address));
        try {
            channel.authenticate(session);
            return channel;
        } catch (IOException e) {
            channel.endLibrary();
            throw new IOException("authentication failed at " + address, e);
        }
    }

    private void authenticate(Session session) throws IOException {
        stream.start(
                new StreamEvents(session), GrpcProtocol.showing(session.token().clientProof()));
        stream.request(incoming.room());
        if (!GrpcProtocol.WAIT.within(session.connectTimeout(), admitted)) {
            throw new IOException("peer failed authentication");
        }
    }

    @Override
    public void sendRequests() {
        sendsRequests = true;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (!sendsRequests) {
            signal.await(mayGoOn);
        }
        if (incoming.hasEnded()) {
            throw incoming.closed();
        }
        return outgoing.claim(length);
    }

    @Override
    public void commit() {
        if (sendsRequests) {
            ClientCall<InputStream, InputStream> call = library.newCall(GrpcProtocol.CALL, CallOptions.DEFAULT);
            call.start(answers, new Metadata());
            call.request(ANSWERS_ASKED_FOR);
            call.sendMessage(outgoing.fromItsFirstByte());
            call.halfClose();
        } else {
            stream.sendMessage(outgoing.fromItsFirstByte());
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (!sendsRequests) {
            int room = incoming.room();
            if (room > 0) {
                stream.request(room);
            }
        }
        return incoming.take(length);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            stream.halfClose();
            GrpcProtocol.WAIT.linger(ended); // the server ends the stream when it has taken all that was committed
            endLibrary();
        }
    }

    private boolean mayGoOn() {
        return stream.isReady() || incoming.hasEnded();
    }

    private void endLibrary() {
        library.shutdownNow();
        var unused = loop.shutdownGracefully(0, LibraryWait.LINGER.toSeconds(), TimeUnit.SECONDS);
    }

    /** The event loop's callbacks for the stream. */
    private final class StreamEvents extends ClientCall.Listener<InputStream> {
        private final Session session;

        StreamEvents(Session session) {
            this.session = session;
        }

        @Override
        public void onHeaders(Metadata headers) {
            admitted.complete(GrpcProtocol.shows(headers, session.token().serverProof()));
        }

        @Override
        public void onMessage(InputStream message) {
            incoming.put(message);
            incoming.publish();
        }

        @Override
        public void onReady() {
            signal.give();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            admitted.completeExceptionally(status.asException());
            incoming.end(status);
            ended.complete(null);
        }
    }

    /** The event loop's callbacks for calls, one after the other. An answer counts when its call has ended, as for a stub. */
    private final class Answers extends ClientCall.Listener<InputStream> {
        @Override
        public void onMessage(InputStream message) {
            incoming.put(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            if (status.isOk()) {
                incoming.publish();
            } else {
                incoming.end(status);
            }
        }
    }
}
