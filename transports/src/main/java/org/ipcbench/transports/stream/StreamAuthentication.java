package org.ipcbench.transports.stream;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalInt;
import org.ipcbench.transport.Token;

/** Authentication by the first bytes on a stream: the client's proof, then the server's. The caller sets the deadline. */
public final class StreamAuthentication {
    private final ReadableByteChannel source;
    private final WritableByteChannel sink;
    private final Token token;

    public StreamAuthentication(ReadableByteChannel source, WritableByteChannel sink, Token token) {
        this.source = source;
        this.sink = sink;
        this.token = token;
    }

    /** The client's side: shows its proof and demands the server's. */
    public void proveToServer() throws IOException {
        write(token.clientProof());
        requireServersProof();
    }

    /** The client's side at a listener of several connections, which has to know which one this is. */
    void proveToServer(int connection) throws IOException {
        write(ByteBuffer.allocate(Token.PROOF_BYTES + Integer.BYTES)
                .put(token.clientProof())
                .putInt(connection)
                .array());
        requireServersProof();
    }

    private void requireServersProof() throws IOException {
        if (!Token.matches(token.serverProof(), readProof())) {
            throw new IOException("peer failed authentication");
        }
    }

    /**
     * The server's side on a separate connection.
     *
     * @return whether the client belongs to the session; a stranger gets no answer
     */
    public boolean verifyClient() throws IOException {
        boolean known = Token.matches(token.clientProof(), readProof());
        if (known) {
            write(token.serverProof());
        }
        return known;
    }

    /**
     * The server's side at a listener of several connections.
     *
     * @param connections their number
     * @return the number of the client's connection; empty for a stranger, who gets no answer
     */
    OptionalInt verifyNumberedClient(int connections) throws IOException {
        if (!Token.matches(token.clientProof(), readProof())) {
            return OptionalInt.empty();
        }
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        read(number);
        int connection = number.getInt(0);
        if (connection < 0 || connection >= connections) {
            return OptionalInt.empty();
        }
        write(token.serverProof());
        return OptionalInt.of(connection);
    }

    /** The server's side on a pipe to which others may have written: skips bytes until the proof has arrived. */
    public void verifyClientAfterStrangers() throws IOException {
        byte[] window = readProof();
        ByteBuffer next = ByteBuffer.allocate(1);
        while (!Token.matches(token.clientProof(), window)) {
            read(next.clear());
            System.arraycopy(window, 1, window, 0, window.length - 1);
            window[window.length - 1] = next.get(0);
        }
        write(token.serverProof());
    }

    private byte[] readProof() throws IOException {
        ByteBuffer proof = ByteBuffer.allocate(Token.PROOF_BYTES);
        read(proof);
        return proof.array();
    }

    private void read(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (source.read(buffer) < 0) {
                throw new EOFException("the other side closed the connection during authentication");
            }
        }
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            sink.write(buffer);
        }
    }
}
