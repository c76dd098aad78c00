package com.example.twins;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;

/** A channel that keeps its CPU busy for some time before it sends a message. */
final class SlowChannel implements Channel {
    private final Channel channel;
    private final long delayNanos;

    SlowChannel(Channel channel, long delayNanos) {
        this.channel = channel;
        this.delayNanos = delayNanos;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return channel.claim(length);
    }

    @Override
    public void commit() throws IOException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < delayNanos) {
            Thread.onSpinWait();
        }
        channel.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return channel.receive(length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
