package org.ipcbench.jmh;

import java.io.IOException;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.peer.Lockstep;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Workload;

/** A client half whose server half takes its turns on the same thread. */
final class LockstepClient implements InProcessClient {
    private final Transport transport;
    private final ScratchDirectory scratch;
    private final Lockstep both;
    private final ClientHalf client;

    private LockstepClient(Transport transport, ScratchDirectory scratch, Lockstep both, ClientHalf client) {
        this.transport = transport;
        this.scratch = scratch;
        this.both = both;
        this.client = client;
    }

    static LockstepClient connect(PeerSettings settings, Transport transport, Workload workload, int messageSizeBytes)
            throws IOException {
        NanoClock clock = NanoClock.system();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            Session session = new Session(scratch.path(), Token.random(), messageSizeBytes, 0, settings.timeout());
            Lockstep both = Lockstep.connect(transport, session, workload, new Recorder(), clock);
            opened.add(both::close);
            ClientHalf client = workload.client(both.client(), messageSizeBytes, new Recorder(), clock);
            opened.release();
            return new LockstepClient(transport, scratch, both, client);
        }
    }

    @Override
    public ClientHalf half() {
        return client;
    }

    @Override
    public IterationFailedException failure(Exception error) {
        IterationFailedException failure = new IterationFailedException(transport.id() + ": " + error, error);
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                both) {
            client.close();
        }
    }
}
