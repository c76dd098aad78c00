package org.ipcbench.transports.grpc;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.grpc.IncomingMessages.EventLoopSignal;
import org.jspecify.annotations.Nullable;

/**
 * The server's end: a sent message answers the last unary call, or goes to the session's stream if there is no such call.
 * Only the measuring thread sends; gRPC's event loop passes arriving messages to it.
 */
final class GrpcServerChannel implements Channel {
    /** Number of messages to ask for, as gRPC's own handlers do: a second message would be an error. */
    private static final int MESSAGES_ASKED_FOR = 2;

    private final Server server;
    private final ServerCall<InputStream, InputStream> stream;
    private final EventLoopSignal signal = new EventLoopSignal();
    private final IncomingMessages incoming;
    private final OutgoingMessage outgoing;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Completes when the last answer has left; only looked at while the channel closes. */
    private final CompletableFuture<Void> answersLeft = new CompletableFuture<>();

    private final StreamEvents streamEvents = new StreamEvents();
    private final BooleanSupplier mayGoOn = this::mayGoOn;
    /** The call whose message is received next; written by the event loop before that message is visible. */
    private @Nullable ServerCall<InputStream, InputStream> calling;

    /** The call to answer. */
    private @Nullable ServerCall<InputStream, InputStream> unanswered;

    private long answered;
    /** Number of answered calls of which gRPC knows that they are over; written by the event loop. */
    private volatile long over;

    /** The number of calls after which the channel may close. */
    private volatile long lastAnswer = Long.MAX_VALUE;

    private boolean closed;

    GrpcServerChannel(Server server, ServerCall<InputStream, InputStream> stream, int messageSizeBytes) {
        this.server = server;
        this.stream = stream;
        incoming = new IncomingMessages(messageSizeBytes, signal);
        outgoing = new OutgoingMessage(messageSizeBytes);
    }

    /** Asks for the first messages; called by the event loop, before any other thread has the channel. */
    void begin() {
        stream.request(incoming.room());
    }

    ServerCall.Listener<InputStream> streamEvents() {
        return streamEvents;
    }

    /** A unary call has begun; called by the event loop. */
    ServerCall.Listener<InputStream> answering(ServerCall<InputStream, InputStream> call) {
        call.request(MESSAGES_ASKED_FOR);
        return new CallEvents(call);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (unanswered == null) {
            signal.await(mayGoOn);
        }
        if (incoming.hasEnded()) {
            throw incoming.closed();
        }
        return outgoing.claim(length);
    }

    @Override
    public void commit() {
        ServerCall<InputStream, InputStream> call = unanswered;
        if (call == null) {
            stream.sendMessage(outgoing.fromItsFirstByte());
        } else {
            unanswered = null;
            answered++;
            call.sendHeaders(new Metadata());
            call.sendMessage(outgoing.fromItsFirstByte());
            call.close(Status.OK, new Metadata());
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (calling == null) {
            int room = incoming.room();
            if (room > 0) {
                stream.request(room);
            }
        }
        ByteBuffer message = incoming.take(length);
        unanswered = calling;
        return message;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            lingerForAnswers();
            try {
                stream.close(Status.OK, new Metadata());
                GrpcProtocol.WAIT.linger(ended); // all that was committed has left
            } catch (RejectedExecutionException e) {
                // the client is gone, and the event loop has ended with its connection
            } finally {
                server.shutdown(); // the connection ends when the client closes it, and the event loop ends with it
            }
        }
    }

    /** The end of the stream is a frame of its own, which overtakes answers that wait for the window. */
    private void lingerForAnswers() throws IOException {
        lastAnswer = answered;
        if (over < answered) {
            GrpcProtocol.WAIT.linger(answersLeft);
        }
    }

    private boolean mayGoOn() {
        return stream.isReady() || incoming.hasEnded();
    }

    /** The event loop's callbacks for the stream. */
    private final class StreamEvents extends ServerCall.Listener<InputStream> {
        @Override
        public void onMessage(InputStream message) {
            incoming.put(message);
            incoming.publish();
        }

        @Override
        public void onHalfClose() {
            incoming.end(Status.OK);
        }

        @Override
        public void onReady() {
            signal.give();
        }

        @Override
        public void onComplete() {
            incoming.end(Status.OK);
            ended.complete(null);
        }

        @Override
        public void onCancel() {
            incoming.end(Status.CANCELLED);
            ended.complete(null);
        }
    }

    /**
     * The event loop's callbacks for one call. Its message counts when the client has sent everything, as for a generated
     * handler.
     */
    private final class CallEvents extends ServerCall.Listener<InputStream> {
        private final ServerCall<InputStream, InputStream> call;

        CallEvents(ServerCall<InputStream, InputStream> call) {
            this.call = call;
        }

        @Override
        public void onMessage(InputStream message) {
            incoming.put(message);
        }

        @Override
        public void onHalfClose() {
            calling = call;
            incoming.publish();
        }

        @Override
        public void onComplete() {
            countOver();
        }

        @Override
        public void onCancel() {
            countOver();
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // the event loop alone writes it
        private void countOver() {
            over++;
            if (over >= lastAnswer) {
                answersLeft.complete(null);
            }
        }
    }
}
