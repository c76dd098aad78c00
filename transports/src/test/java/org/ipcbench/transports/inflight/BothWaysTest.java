package org.ipcbench.transports.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams both ways over real connections, with as many messages under way as a cell allows. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
final class BothWaysTest {
    private static final long MESSAGES = 5_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "tcp, 4096, 512",
        "tcp, 16384, 4096",
        "uds, 4096, 64",
        "uds, 4096, 512",
        "uds, 0, 4096",
        "uds-seqpacket, 8192, 1024",
        "fifo, 0, 8192",
        "sysv-mq, 0, 2048",
        "posix-mq, 0, 64",
        "ring-futex, 65536, 4096",
        "agrona-ring, 0, 4096",
        "zmq, 0, 512"
    })
    void fullBuffersStopNeitherPeer(String id, int bufferBytes, int messageBytes) throws Exception {
        Transport transport = TransportRegistry.load().named(id);
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Cell cell = Cell.of(
                transport,
                new MessageStream(
                        new Extent.Count(MESSAGES), messageBytes, Payload.TOUCHED, MessageStream.MAX_IN_FLIGHT),
                CellSettings.USUAL.with(Dimension.BUFFER, bufferBytes));
        assertThat(cell.obstacle()).isEmpty();
        Session session = ContractSession.withBuffer(ContractSession.in(directory, messageBytes), bufferBytes);
        Recorder sent = new Recorder();
        Recorder received = new Recorder();

        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ServerHalf server = cell.workload().server(pair.server(), messageBytes, received, NanoClock.system());
            ClientHalf client = cell.workload().client(pair.client(), messageBytes, sent, NanoClock.system());
            CompletableFuture<Long> handled = LateServer.batch(server);
            client.batch(MESSAGES);
            assertThat(handled.get()).isEqualTo(MESSAGES);
        }
        assertThat(sent.messages()).isEqualTo(MESSAGES);
        assertThat(received.messages()).isEqualTo(MESSAGES);
    }
}
