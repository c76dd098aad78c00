package org.ipcbench.workload.stream;

import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream.StreamClient;

/** Both halves of the stream workload, connected in memory. The server handles what is underway when asked. */
final class ConnectedStream {
    static final int SIZE_BYTES = 128;

    final MemoryChannel clientEnd;
    final MemoryChannel serverEnd;
    final FakeClock clientClock = new FakeClock();
    final FakeClock serverClock = new FakeClock();
    final Recorder sent = new Recorder();
    final Recorder received = new Recorder();
    final ClientHalf client;
    final ServerHalf server;

    ConnectedStream() {
        this(SIZE_BYTES);
    }

    ConnectedStream(int messageBytes) {
        MessageStream stream = new MessageStream(new Extent.Count(1), messageBytes);
        MemoryChannel.Ends ends = MemoryChannel.connect(messageBytes);
        clientEnd = ends.client();
        serverEnd = ends.server();
        client = new StreamClient(clientEnd, messageBytes, Payload.TOUCHED, sent, clientClock);
        server = stream.serverHalf(serverEnd, messageBytes, received, serverClock);
    }

    /** The server handles its whole batch while the client waits for the acknowledgement. */
    ConnectedStream served() {
        clientEnd.whenStarved(server::batch);
        return this;
    }
}
