package com.example.chronicle;

import java.io.IOException;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;

/** One side's ends of both queues. */
final class QueueEnds implements AutoCloseable {
    private final QueueDirectory directory;
    private final ChronicleQueue incoming;
    private final ChronicleQueue outgoing;
    private final ExcerptTailer tailer;
    private final ExcerptAppender appender;

    QueueEnds(QueueDirectory directory, ChronicleQueue incoming, ChronicleQueue outgoing) {
        this.directory = directory;
        this.incoming = incoming;
        this.outgoing = outgoing;
        tailer = incoming.createTailer();
        appender = outgoing.createAppender();
        tailer.singleThreadedCheckDisabled(true); // one thread at a time, but not the same for ever
        appender.singleThreadedCheckDisabled(true);
    }

    ExcerptTailer tailer() {
        return tailer;
    }

    ExcerptAppender appender() {
        return appender;
    }

    /** Closes what this process has open; the files stay. */
    @Override
    public void close() {
        tailer.close();
        appender.close();
        incoming.close();
        outgoing.close();
    }

    /** Closes for good: the files go with the second side that does. */
    void leave() throws IOException {
        close();
        directory.leave();
    }
}
