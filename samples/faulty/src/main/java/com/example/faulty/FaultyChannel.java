package com.example.faulty;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;

/** A channel that does something else to one of the messages it sends. */
class FaultyChannel implements Channel {
    private final Channel channel;
    private final Fault fault;
    private final long chosen = Choice.message();
    private ByteBuffer claimed = ByteBuffer.allocate(0);
    private int start;
    private int lengthBytes;
    private long messages;
    private byte[] late = {};

    FaultyChannel(Channel channel, Fault fault) {
        this.channel = channel;
        this.fault = fault;
    }

    @Override
    public final ByteBuffer claim(int length) throws IOException {
        claimed = channel.claim(length);
        start = claimed.position();
        lengthBytes = length;
        return claimed;
    }

    @Override
    public final void commit() throws IOException {
        if (messages++ == chosen) {
            byte[] message = new byte[lengthBytes];
            claimed.get(start, message);
            fault.apply(this, message);
            return;
        }
        channel.commit();
        if (late.length > 0) {
            byte[] message = late;
            late = new byte[0];
            send(message);
        }
    }

    @Override
    public final ByteBuffer receive(int length) throws IOException {
        return channel.receive(length);
    }

    @Override
    public final void close() throws IOException {
        channel.close();
    }

    final void send(byte[] message) throws IOException {
        ByteBuffer buffer = channel.claim(message.length);
        buffer.put(buffer.position(), message);
        channel.commit();
    }

    final void sendBehindTheNext(byte[] message) {
        late = message;
    }
}
