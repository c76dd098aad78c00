package org.ipcbench.jmh;

import java.io.IOException;
import java.util.function.Consumer;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Workload;

/**
 * The client half of a workload in this very JVM; its server half where the transport has it in every run: in a peer of
 * its own, or on this thread. For harnesses that bring their own loop.
 */
public interface InProcessClient extends AutoCloseable {

    /**
     * Connects to a server half, after starting the server's JVM where there is one.
     *
     * @param lastResort called with the reason, on a thread of its own, when the server has ended and the client still
     *     waits in a call that nobody can end; everything but this JVM has been cleared away then
     */
    static InProcessClient connect(
            PeerSettings settings,
            Transport transport,
            Workload workload,
            int messageSizeBytes,
            Consumer<String> lastResort)
            throws IOException, IterationFailedException, InterruptedException {
        return transport.traits().oneProcess()
                ? LockstepClient.connect(settings, transport, workload, messageSizeBytes)
                : ServedClient.connect(settings, transport, workload, messageSizeBytes, lastResort);
    }

    /** To be driven by steps and by batches of two messages and more: a batch of one would end the server's warm-up. */
    ClientHalf half();

    /**
     * Ends everything after an error of the half, and says what was behind it: how the server ended, where it has.
     *
     * @return to be thrown
     */
    IterationFailedException failure(Exception error);

    @Override
    void close() throws IOException;
}
