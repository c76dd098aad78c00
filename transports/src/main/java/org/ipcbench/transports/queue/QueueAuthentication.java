package org.ipcbench.transports.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by a queue's first message: the client sends its proof and the address of its own queue, and the server
 * answers there with its proof. So each side removes its own queue, and an answer reaches no other process. Authentication
 * never waits in the kernel, where a deadline could not end it.
 */
final class QueueAuthentication {
    private final QueueMaker queues;
    private final Session session;
    private final Polling polling;
    private final Message message;

    QueueAuthentication(QueueMaker queues, Session session) {
        this.queues = queues;
        this.session = session;
        polling = new Polling(session.connectTimeout());
        message = new Message(session.maxMessageBytes());
    }

    /**
     * The client's side: shows its proof and demands the server's.
     *
     * @param sink the server's queue
     * @param source the client's queue
     */
    void proveToServer(MessageQueue sink, MessageQueue source) throws IOException {
        while (!sink.offer(
                message, MessageQueue.MessageKind.HELLO, put(session.token().clientProof(), source.address()))) {
            polling.rest("room for the proof of the session's token");
        }
        int length = source.poll(message, MessageQueue.MessageKind.HELLO);
        while (length == MessageQueue.NONE) {
            polling.rest("the server's answer");
            length = source.poll(message, MessageQueue.MessageKind.HELLO);
        }
        if (!isProof(session.token().serverProof(), length)) {
            throw new IOException("peer failed authentication");
        }
    }

    /**
     * The server's side: answers the client that belongs to the session, and skips all others.
     *
     * @param source the server's queue
     * @return the client's queue
     */
    MessageQueue verifyClient(MessageQueue source) throws IOException {
        MessageQueue sink = nextClient(source);
        while (sink == null) {
            polling.rest("a client that proves the session's token");
            sink = nextClient(source);
        }
        try {
            discardWhatStrangersSent(source); // the client sends nothing before the answer
            while (!sink.offer(
                    message, MessageQueue.MessageKind.HELLO, put(session.token().serverProof(), ""))) {
                polling.rest("room for the answer to a client");
            }
            return sink;
        } catch (IOException e) {
            sink.close();
            throw e;
        }
    }

    private @Nullable MessageQueue nextClient(MessageQueue source) throws IOException {
        int length = source.poll(message, MessageQueue.MessageKind.HELLO);
        if (!isProof(session.token().clientProof(), length)) {
            return null;
        }
        byte[] address = new byte[length - Token.PROOF_BYTES];
        ByteBuffer payload = message.payload(length);
        payload.position(payload.position() + Token.PROOF_BYTES).get(address);
        return open(new String(address, StandardCharsets.UTF_8));
    }

    private @Nullable MessageQueue open(String address) throws IOException {
        try {
            return queues.open(address);
        } catch (FailedCallException e) {
            return switch (e.errno()) {
                case ENOENT, EINVAL, EIDRM -> null; // the client has given up and removed its queue
                default ->
                    throw new IOException(
                            "cannot answer the client at the queue %s: %s".formatted(address, e.getMessage()), e);
            };
        }
    }

    private void discardWhatStrangersSent(MessageQueue source) throws IOException {
        for (MessageQueue.MessageKind kind : MessageQueue.MessageKind.values()) {
            while (source.poll(message, kind) != MessageQueue.NONE) {
                polling.rest("the end of what strangers send");
            }
        }
    }

    private int put(byte[] proof, String address) {
        byte[] addressBytes = address.getBytes(StandardCharsets.UTF_8);
        message.payload(Message.HELLO_BYTES).put(proof).put(addressBytes);
        return proof.length + addressBytes.length;
    }

    private boolean isProof(byte[] expected, int length) {
        if (length < Token.PROOF_BYTES) {
            return false;
        }
        byte[] shown = new byte[Token.PROOF_BYTES];
        ByteBuffer payload = message.payload(length);
        payload.get(shown);
        return Token.matches(expected, shown);
    }
}
