package org.ipcbench.workload.exchange;

import java.io.IOException;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** Receives and checks a message and answers it with a newly written one of the same size. */
public final class PingPongServer implements ServerHalf {
    private final Channel channel;
    private final int messageSizeBytes;
    private final MessageLayout layout;
    private final Recorder recorder;
    private long sequence;

    public PingPongServer(Channel channel, int messageSizeBytes, Payload payload, Recorder recorder) {
        this.channel = channel;
        this.messageSizeBytes = messageSizeBytes;
        this.layout = MessageLayout.ofSize(messageSizeBytes, payload);
        this.recorder = recorder;
    }

    @Override
    public MessageSizes sizes() {
        return MessageSizes.same(messageSizeBytes);
    }

    @Override
    public boolean step() throws IOException {
        boolean last = layout.check(channel.receive(messageSizeBytes), sequence);
        layout.write(channel.claim(messageSizeBytes), sequence, last ? MessageLayout.LAST : 0, 0);
        channel.commit();
        recorder.countMessage();
        sequence++;
        return last;
    }
}
