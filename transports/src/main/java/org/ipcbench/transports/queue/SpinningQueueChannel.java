package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;

/** Asks the queue again and again for some time, without waiting, before it waits in the kernel. */
final class SpinningQueueChannel extends QueueChannel {
    private final MessageQueue source;
    private final SpinLoop spin;

    SpinningQueueChannel(MessageQueue sink, MessageQueue source, Session session) {
        super(sink, source, session);
        this.source = source;
        spin = new SpinLoop(session);
    }

    @Override
    int next(Message message, int length) throws IOException {
        spin.begin();
        while (spin.lasts()) {
            int received = source.receiveNow(message, length);
            if (received != MessageQueue.NOT_YET) {
                return received;
            }
        }
        return source.receive(message, length);
    }
}
