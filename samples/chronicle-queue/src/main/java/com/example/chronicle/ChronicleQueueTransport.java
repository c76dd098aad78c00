package com.example.chronicle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/**
 * Chronicle Queue, two of them: one for each direction, in files below the scratch directory. A reader that has nothing to read
 * keeps its CPU busy. A writer never waits: the queue keeps every message, so its files grow by all that is sent.
 */
public final class ChronicleQueueTransport implements Transport {
    private static final SizeLimit SIZE_LIMIT =
            new SizeLimit(QueueDirectory.BLOCK_BYTES / QueueDirectory.MIN_MESSAGES_IN_A_BLOCK, "");

    /** What the library reads and changes inside the JDK, on 17 and later. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang.reflect", "java.base/sun.nio.ch", "java.base/jdk.internal.ref");

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "chronicle-queue",
                "Chronicle Queue, waiting busily",
                "Chronicle Queue",
                Set.of(),
                2010,
                new ChronicleLibrary());
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.SPINNING, Trait.DATAGRAM, Trait.SHARED_MEMORY).withSizeLimit(SIZE_LIMIT);
    }

    @Override
    public List<String> jvmArguments() {
        return Stream.concat(
                        OPENED.stream().map(each -> "--add-opens=" + each + "=ALL-UNNAMED"),
                        Stream.of(
                                "-Dchronicle.analytics.disable=true", // it would report its use to a server
                                "-Dchronicle.announcer.disable=true", // it would print its name and version
                                "-Dchronicle.disk.monitor.disable=true")) // it would look at the disk in a thread of its own
                .toList();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return QueueListener.open(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        QueueEnds ends = QueueDirectory.existing(Path.of(address)).client();
        try {
            Authentication.proveToServer(ends, session);
            return new QueueChannel(ends, session.maxMessageBytes());
        } catch (IOException | RuntimeException e) {
            ends.close();
            throw e;
        }
    }
}
