package org.ipcbench.transports.rpc;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.rpc.Texts.Kind;

/** Messages in base64 as calls of a tool and their results, or as notifications. */
abstract class RpcChannel implements Channel {
    final Texts texts;
    final RpcWriter writer;
    final RpcReader reader;
    final ByteBuffer outgoing;
    final ByteBuffer incoming;
    int claimed;

    private RpcChannel(Texts texts, int messageBytes) {
        this.texts = texts;
        writer = new RpcWriter(RpcReader.textBytes(messageBytes));
        reader = new RpcReader(messageBytes);
        outgoing = AlignedMemory.allocate(messageBytes);
        incoming = AlignedMemory.allocate(messageBytes);
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    final void sendNotification() throws IOException {
        writer.notification(outgoing, claimed, texts.begin());
        texts.send(Kind.NOTIFICATION);
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        ByteBuffer message = receiveAny();
        if (message.remaining() != length) {
            throw new WrongLengthException(message.remaining(), length);
        }
        return message;
    }

    /** Waits for the next message, of any length. */
    abstract ByteBuffer receiveAny() throws IOException;

    @Override
    public void close() throws IOException {
        texts.close();
    }

    /** Calls, or notifies. */
    static final class Client extends RpcChannel implements RequestChannel {
        private boolean sendsRequests;
        private long calls;

        Client(Texts texts, int messageBytes) {
            super(texts, messageBytes);
        }

        @Override
        public void sendRequests() {
            sendsRequests = true;
        }

        @Override
        public void commit() throws IOException {
            if (sendsRequests) {
                calls++;
                writer.call(calls, outgoing, claimed, texts.begin());
                texts.send(Kind.CALL);
            } else {
                sendNotification();
            }
        }

        @Override
        ByteBuffer receiveAny() throws IOException {
            reader.read(texts.next());
            while (sendsRequests && reader.isRequest()) { // what a server of others tells meanwhile
                reader.read(texts.next());
            }
            if (reader.error().isPresent()) {
                throw new IOException(
                        "the server has refused a call: " + reader.error().get());
            }
            if (sendsRequests && !reader.hasId(calls)) {
                throw new IOException("the server has not answered the last call, which has the id " + calls);
            }
            if (!reader.putMessage(incoming)) {
                throw new IOException(
                        "the server's answer is not base64 of at most %d bytes".formatted(incoming.capacity()));
            }
            return incoming;
        }
    }

    /** Answers what was received last if it was a call, otherwise notifies. */
    static final class Server extends RpcChannel {
        private final Others others;
        private boolean isCalled;

        /** Takes messages other than calls of the tool: a client's handshake. */
        @FunctionalInterface
        interface Others {
            void take(RpcReader message, RpcWriter writer, Texts texts) throws IOException;
        }

        Server(Texts texts, int messageBytes, Others others) {
            super(texts, messageBytes);
            this.others = others;
        }

        /** Whether what was received last is a call, which has an answer. */
        boolean isCalled() {
            return isCalled;
        }

        @Override
        public void commit() throws IOException {
            if (isCalled) {
                isCalled = false;
                writer.result(reader, outgoing, claimed, texts.begin());
                texts.send(Kind.ANSWER);
            } else {
                sendNotification();
            }
        }

        @Override
        ByteBuffer receiveAny() throws IOException {
            reader.read(texts.next());
            while (!reader.hasMessage() || !reader.putMessage(incoming)) {
                others.take(reader, writer, texts);
                reader.read(texts.next());
            }
            isCalled = reader.hasId();
            return incoming;
        }
    }
}
