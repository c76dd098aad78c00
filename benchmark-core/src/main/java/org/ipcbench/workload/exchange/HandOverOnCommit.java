package org.ipcbench.workload.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;

/** A channel in lockstep whose other half handles each message at once, and not only where this half has to wait. */
public final class HandOverOnCommit implements Channel {
    private final InProcessChannel channel;

    private HandOverOnCommit(InProcessChannel channel) {
        this.channel = channel;
    }

    /** The channel itself where its other end lives on a thread of its own. */
    public static Channel of(Channel channel) {
        return channel instanceof InProcessChannel lockstep ? new HandOverOnCommit(lockstep) : channel;
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
