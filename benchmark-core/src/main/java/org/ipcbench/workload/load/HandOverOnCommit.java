package org.ipcbench.workload.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;

/** A channel within one process: the other half handles each message at once, and not only if this half has to wait. */
final class HandOverOnCommit implements Channel {
    private final InProcessChannel channel;

    private HandOverOnCommit(InProcessChannel channel) {
        this.channel = channel;
    }

    /** Wraps the channel; returns the channel itself if its other end has its own thread. */
    static Channel of(Channel channel) {
        return channel instanceof InProcessChannel inProcess ? new HandOverOnCommit(inProcess) : channel;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return channel.claim(length);
    }

    @Override
    public void commit() throws IOException {
        channel.commit();
        channel.handOver();
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
