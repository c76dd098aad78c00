package com.example.twins;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;

/** A channel that keeps its CPU busy for some time before it sends a message, and after it has received one. */
final class SlowChannel implements Channel {
    private final Channel channel;
    private final long delayNanos;
    private final long serviceNanos;

    SlowChannel(Channel channel, long delayNanos, long serviceNanos) {
        this.channel = channel;
        this.delayNanos = delayNanos;
        this.serviceNanos = serviceNanos;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return channel.claim(length);
    }

    @Override
    public void commit() throws IOException {
        keepBusy(delayNanos);
        channel.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        ByteBuffer message = channel.receive(length);
        keepBusy(serviceNanos);
        return message;
    }

    private static void keepBusy(long nanos) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
