package com.example.faulty;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.LossyChannel;

/** The same over a channel on which messages may get lost. */
final class FaultyLossyChannel extends FaultyChannel implements LossyChannel {
    private final LossyChannel channel;

    FaultyLossyChannel(LossyChannel channel, Fault fault) {
        super(channel, fault);
        this.channel = channel;
    }

    @Override
    public ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
        return channel.receiveWithin(timeoutNanos);
    }
}
