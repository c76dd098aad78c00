package org.ipcbench.transports.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls over real connections of each transport that lets one thread send while another one receives. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
final class OverlappingCallsTest {
    private static final long CALLS = 5_000;
    private static final int MESSAGE_BYTES = 4_000;

    /** More than any transport holds. */
    private static final int IN_FLIGHT = 4_000;

    @TempDir
    private Path directory;

    /** Those that spin would need a CPU for each of three threads, and this process needs its standard streams. */
    static Stream<String> transports() {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.traits().has(Trait.DUPLEX))
                .filter(transport -> transport.traits().waitStrategy() == WaitStrategy.BLOCKING)
                .filter(transport -> !transport.traits().ownsStandardStreams())
                .map(Transport::id);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void fullBuffersStopNeitherPeer(String id) throws Exception {
        Transport transport = TransportRegistry.load().named(id);
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        Load calls = new Load(
                        new Extent.Period(TimeUnit.SECONDS.toNanos(1)),
                        MESSAGE_BYTES,
                        Payload.FULL,
                        1_000,
                        new ArrivalPattern.Constant(),
                        Pacing.SLEEP)
                .of(Shape.of(MESSAGE_BYTES).inFlight(IN_FLIGHT));
        Sides sides = transport.traits().has(Trait.BETWEEN_THREADS) ? Sides.THREADS : Sides.PROCESSES;
        assertThat(Cell.of(transport, calls, CellSettings.USUAL.with(Dimension.SIDES, sides))
                        .obstacle())
                .isEmpty();
        Session session = ContractSession.in(directory, MESSAGE_BYTES);
        Recorder asked = new Recorder();
        Recorder answered = new Recorder();

        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            assertThat(pair.client()).isInstanceOf(DuplexChannel.class);
            ServerHalf server = calls.server(pair.server(), MESSAGE_BYTES, answered, NanoClock.system());
            try (ClientHalf client = calls.client(pair.client(), MESSAGE_BYTES, asked, NanoClock.system())) {
                CompletableFuture<Long> handled = LateServer.batch(server);
                client.sampleEvery(1);
                client.batch(CALLS);
                assertThat(handled.get()).isEqualTo(CALLS);
            }
        }
        assertThat(asked.messages()).isEqualTo(CALLS);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(CALLS);
        assertThat(answered.messages()).isEqualTo(CALLS);
    }
}
