package org.ipcbench.transports.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceReader;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

/** One side of a session in Aeron: its connection to the driver, and the stream it listens to. */
final class AeronClient implements Closeable {
    private static final String ANY_IPC = "aeron:ipc";

    private final Session session;
    private final Term term;
    private final Polling polling;
    private final Aeron aeron;
    private final Subscription incoming;

    private AeronClient(Session session, Term term, Aeron aeron) {
        this.session = session;
        this.term = term;
        this.aeron = aeron;
        polling = new Polling(session.connectTimeout());
        incoming = aeron.addSubscription(ANY_IPC, (int) aeron.nextCorrelationId()); // no other stream has this number
    }

    /** Connects to the session's running driver. */
    static AeronClient of(Session session) throws IOException {
        Term term = LogMemory.ofThisMachine().term(session);
        Aeron aeron = null;
        try {
            aeron = driverOf(session);
            return new AeronClient(session, term, aeron);
        } catch (AeronException e) {
            if (aeron != null) {
                aeron.close();
            }
            throw new IOException("no connection to Aeron's driver: " + e.getMessage(), e);
        }
    }

    /** A connection to the session's running driver, without a stream. */
    static Aeron driverOf(Session session) throws IOException {
        return Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(
                        DriverDirectory.of(LogMemory.ofThisMachine().memory().root(), session.scratchDirectory())
                                .aeronDirectoryName())
                .driverTimeoutMs(Driver.liveness(session).toMillis())
                .preTouchMappedMemory(false) // 100 MiB would take longest; the warm-up touches the logs
                .errorHandler(error -> System.err.println("Aeron's client: " + error)));
    }

    /** The stream on which this side listens. */
    int streamId() {
        return incoming.streamId();
    }

    /** The client's side: shows its proof and demands the server's. */
    Channel connect(int serverStreamId) throws IOException {
        try {
            LogWriter outgoing = publish(serverStreamId);
            return channel(outgoing, authentication().proveToServer(outgoing));
        } catch (IOException | AeronException e) {
            close();
            throw new IOException(
                    "cannot connect to Aeron's stream %d: %s".formatted(serverStreamId, e.getMessage()), e);
        }
    }

    /** The server's side: answers the client that belongs to the session, and nobody else. */
    Channel accept() throws IOException {
        AeronAuthentication authentication = authentication();
        AeronAuthentication.Authenticated client = authentication.verifyClient();
        try {
            LogWriter outgoing = publish(client.streamId());
            authentication.answer(outgoing);
            return channel(outgoing, client);
        } catch (AeronException e) {
            throw new IOException("cannot answer on Aeron's stream %d".formatted(client.streamId()), e);
        }
    }

    @Override
    public void close() {
        aeron.close();
    }

    private Channel channel(LogWriter outgoing, AeronAuthentication.Authenticated other) {
        Term back = new Term(other.image().termBufferLength());
        return new InPlaceChannel(
                outgoing,
                new LogReader(other.image(), session.maxMessageBytes()),
                this,
                messageBytes -> term.room(messageBytes, back));
    }

    private AeronAuthentication authentication() {
        return new AeronAuthentication(incoming, session.token(), polling);
    }

    private LogWriter publish(int streamId) throws IOException {
        ExclusivePublication publication = aeron.addExclusivePublication(term.channel(), streamId);
        while (!publication.isConnected()) {
            polling.rest("a reader of Aeron's stream " + streamId);
        }
        return new LogWriter(publication, term.longestFragment(), session.maxMessageBytes());
    }

    /**
     * Authentication by the first message of each writer to a stream. Later messages of a writer without the right proof are
     * never read, and no side waits for such a writer.
     */
    private static final class AeronAuthentication {
        private final Subscription subscription;
        private final Token token;
        private final Polling polling;
        private final Set<Image> refused = new HashSet<>();
        private @Nullable AeronProof proof;

        /**
         * The other side of the session.
         *
         * @param image the other side's messages after its proof
         * @param streamId the stream on which the other side listens
         */
        record Authenticated(Image image, int streamId) {}

        AeronAuthentication(Subscription subscription, Token token, Polling polling) {
            this.subscription = subscription;
            this.token = token;
            this.polling = polling;
        }

        /** The client's side: shows its proof and demands the server's. */
        Authenticated proveToServer(LogWriter outgoing) throws IOException {
            send(token.clientProof(), outgoing);
            return await(token.serverProof(), "the server's answer");
        }

        /** The server's side: waits for the client that belongs to the session; the caller then calls {@link #answer}. */
        Authenticated verifyClient() throws IOException {
            return await(token.clientProof(), "a client that proves the session's token");
        }

        /** Shows the server's proof to the client. */
        void answer(LogWriter outgoing) throws IOException {
            send(token.serverProof(), outgoing);
        }

        private void send(byte[] shown, LogWriter outgoing) throws IOException {
            new AeronProof(shown, subscription.streamId()).send(outgoing);
        }

        private Authenticated await(byte[] expectedProof, String event) throws IOException {
            while (true) {
                for (Image image : subscription.images()) {
                    if (!refused.contains(image)
                            && image.poll((buffer, offset, length, header) -> read(buffer, offset, length), 1) > 0) {
                        if (proof != null && proof.matches(expectedProof)) {
                            return new Authenticated(image, proof.streamId());
                        }
                        refused.add(image);
                    }
                }
                polling.rest(event);
            }
        }

        private void read(DirectBuffer buffer, int offset, int length) {
            proof = length == AeronProof.BYTES ? AeronProof.read(buffer, offset) : null;
        }
    }

    /** The first message on a stream: proof that its sender knows the session's token, and where the sender listens. */
    private static final class AeronProof {
        static final int BYTES = Token.PROOF_BYTES + Integer.BYTES;

        private final byte[] proof;
        private final int streamId;

        AeronProof(byte[] proof, int streamId) {
            this.proof = proof;
            this.streamId = streamId;
        }

        /** The stream on which the sender listens. */
        int streamId() {
            return streamId;
        }

        boolean matches(byte[] expected) {
            return Token.matches(expected, proof);
        }

        void send(LogWriter outgoing) throws IOException {
            ByteBuffer message = outgoing.claim(BYTES);
            message.put(proof).putInt(streamId);
            outgoing.commit();
        }

        /** Reads the proof from a message of the right length. */
        static AeronProof read(DirectBuffer buffer, int offset) {
            byte[] proof = new byte[Token.PROOF_BYTES];
            buffer.getBytes(offset, proof);
            return new AeronProof(proof, buffer.getInt(offset + Token.PROOF_BYTES));
        }
    }

    /**
     * The reading end of a log. A message of one fragment is read in place; the driver keeps it as long as this side's position
     * is before it. The fragments of a longer message are reassembled in a buffer.
     */
    private static final class LogReader implements InPlaceReader, ControlledFragmentHandler {
        private final Image image;
        private final ByteBuffer longMessage;
        /** The last message: a part of the log, or the buffer. */
        private ByteBuffer message;
        /** Whether the message is complete. */
        private boolean complete;
        /** Position of the next read; ahead of the image's position while a message in the log is in use. */
        private long position;

        LogReader(Image image, int longestMessage) {
            this.image = image;
            longMessage = ByteBuffer.allocateDirect(longestMessage).order(ByteOrder.nativeOrder());
            message = longMessage;
            position = image.position();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            release();
            while (!complete) {
                long before = position;
                long peeked = image.controlledPeek(before, this, Long.MAX_VALUE);
                if (position == before) { // no fragment
                    if (peeked == before) {
                        await();
                    } else {
                        position = peeked; // the unused rest of a term
                        image.position(position);
                    }
                }
            }
            if (message.remaining() != length) {
                throw new WrongLengthException(message.remaining(), length);
            }
            return message;
        }

        @Override
        public void release() {
            if (complete) {
                complete = false;
                image.position(position);
            }
        }

        /** One fragment at a time. */
        @Override
        public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
            byte flags = header.flags();
            if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
                int start = buffer.wrapAdjustment() + offset;
                message = buffer.byteBuffer().limit(start + length).position(start);
                complete = true;
            } else {
                if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
                    message = longMessage.clear();
                }
                buffer.getBytes(offset, message, length);
                if ((flags & FrameDescriptor.END_FRAG_FLAG) != 0) {
                    message.flip();
                    complete = true;
                }
            }
            position = header.position();
            return Action.BREAK;
        }

        @Override
        public void close() {
            release();
        }

        private void await() throws IOException {
            if (image.isClosed() || image.isEndOfStream()) {
                throw new EOFException("the other side has closed Aeron's stream");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for the other side's message");
            }
            Thread.onSpinWait();
        }
    }

    /** The writing end of a log. Messages that fit into a fragment are written in place, others through a buffer. */
    private static final class LogWriter implements InPlaceWriter {
        private final ExclusivePublication publication;
        private final int longestFragment;
        private final BufferClaim claimed = new BufferClaim();
        private final ByteBuffer longMessage;
        private final UnsafeBuffer longMessageMemory;
        /** Length of the message in the buffer; 0 if the claimed one is in the log. */
        private int longLength;

        LogWriter(ExclusivePublication publication, int longestFragment, int longestMessage) {
            this.publication = publication;
            this.longestFragment = longestFragment;
            longMessage = ByteBuffer.allocateDirect(longestMessage > longestFragment ? longestMessage : 0)
                    .order(ByteOrder.nativeOrder());
            longMessageMemory = new UnsafeBuffer(longMessage);
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            if (length > longestFragment) {
                longLength = length;
                return longMessage.clear().limit(length);
            }
            longLength = 0;
            long result = publication.tryClaim(length, claimed);
            while (result < 0) {
                await(result);
                result = publication.tryClaim(length, claimed);
            }
            MutableDirectBuffer frame = claimed.buffer();
            int start = frame.wrapAdjustment() + claimed.offset();
            return frame.byteBuffer().limit(start + length).position(start);
        }

        @Override
        public void commit() throws IOException {
            if (longLength == 0) {
                claimed.commit();
                return;
            }
            long result = publication.offer(longMessageMemory, 0, longLength);
            while (result < 0) {
                await(result);
                result = publication.offer(longMessageMemory, 0, longLength);
            }
        }

        /** The client closes the publication. */
        @Override
        public void close() {}

        /** Waits once, or throws the reason why the message will never be accepted. */
        private static void await(long result) throws IOException {
            if (result == Publication.CLOSED) {
                throw new ClosedChannelException();
            }
            if (result == Publication.NOT_CONNECTED) {
                throw new IOException("the other side has closed Aeron's stream and will make no more room");
            }
            if (result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IOException("Aeron's stream has ended; a larger --buffer allows a longer one");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for the other side to make room");
            }
            Thread.onSpinWait();
        }
    }
}
