package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.Count;
import org.ipcbench.transport.Listener.ServerStarter;
import org.ipcbench.transport.Listener.ServerStarter.Usage;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.jspecify.annotations.Nullable;

/** The servers that the client's channels start for their requests, or a server of the user's, if they do; their cost is the server's. */
final class StartedServers implements Closeable {
    private final @Nullable ServerStarter starter;
    private @Nullable Usage before;

    private StartedServers(@Nullable ServerStarter starter) {
        this.starter = starter;
    }

    static StartedServers of(Transport transport, Session session) throws IOException {
        return new StartedServers(
                transport.traits().startsServer() || transport.traits().hasForeignServer()
                        ? (ServerStarter) transport.listen(session)
                        : null);
    }

    Connections clients(ConnectionFactory factory) throws IOException {
        return starter == null ? factory.clients() : factory.starting(starter);
    }

    /** Called before the measured part. */
    void arm() throws IOException {
        if (starter != null) {
            starter.arm();
        }
    }

    /** Reads once before the warm-up, as {@link Assignment} does with its meters. */
    void warm() throws IOException {
        if (starter != null) {
            arm();
            var unused = starter.usage();
        }
    }

    /** Called when the measured part begins. */
    void begin() throws IOException {
        before = starter == null ? null : starter.usage();
    }

    /** What they have used in the measured part, one after the other; null if none was started. */
    @Nullable
    Cost cost() throws IOException {
        if (starter == null || before == null) {
            return null;
        }
        Usage used = starter.usage().since(before);
        long cpuNanos = used.userNanos() + used.systemNanos();
        return new Cost(
                cpuNanos,
                cpuNanos,
                used.userNanos(),
                used.systemNanos(),
                0,
                new KernelCounts(
                        Count.UNKNOWN,
                        used.voluntarySwitches(),
                        used.involuntarySwitches(),
                        Count.UNKNOWN,
                        used.minorFaults(),
                        used.majorFaults(),
                        used.residentBytes()),
                JvmWork.NONE);
    }

    @Override
    public void close() throws IOException {
        if (starter != null) {
            starter.close();
        }
    }
}
