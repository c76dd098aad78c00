package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.control.Surroundings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OtherProgramsTest {
    private static final Workload PLAIN = new PingPong(new Extent.Count(1), 64);
    private final Transport spoken = new FakeTransport("spoken", 1);

    @Test
    void whatAProgramHasNotToldItCannotMeasure() {
        assertThat(obstacle(spoken, PLAIN, Clients.ONE)).isEmpty();
        assertThat(obstacle(new FakeTransport("other", 2), PLAIN, Clients.ONE))
                .hasValue("the server's program 'go' has only spoken");
        assertThat(obstacle(new FakeTransport("lacking", 2), PLAIN, Clients.ONE))
                .hasValue("the server's program 'go' has no such thing here");
        assertThat(obstacle(spoken, new MessageStream(new Extent.Count(1), 64, Payload.TOUCHED), Clients.ONE))
                .hasValue("the server's program 'go' measures only latency");
    }

    @Test
    void optionsThatNoOtherProgramHonoursAreNamed() {
        assertThat(obstacle(spoken, PLAIN, Clients.of(2)).orElseThrow()).endsWith("omit --clients");
        assertThat(obstacle(spoken, new PingPong(new Extent.Count(1), 64, Payload.FULL), Clients.ONE)
                        .orElseThrow())
                .endsWith("omit --payload");
        assertThat(obstacle(
                                spoken,
                                new PingPong(new Extent.Count(1), Shape.of(64).inFlight(2), Payload.TOUCHED),
                                Clients.ONE)
                        .orElseThrow())
                .endsWith("omit --in-flight");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.SOCKET, ChannelOptions.Tcp.NAGLE)))
                .endsWith("omit --socket");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.WRITES, 2))).endsWith("omit --writes");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.PARTS, 2))).endsWith("omit --parts");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.SCHEDULER, Scheduler.parse("batch"))))
                .endsWith("omit --scheduler");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.LOCKED_MEMORY, true)))
                .endsWith("omit --lock-memory");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.IDLE, 10))).endsWith("omit --idle");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.LISTENER, 4))).endsWith("omit --listener");
        assertThat(obstacle(CellSettings.USUAL.with(Dimension.SIDES, Sides.THREADS)))
                .endsWith("omit --sides");
    }

    @Test
    void allOptionsThatAProgramDoesNotTakeAreNamedTogether() {
        CellSettings settings =
                CellSettings.USUAL.with(Clients.of(2)).with(Dimension.WRITES, 2).with(Dimension.IDLE, 10);

        assertThat(obstacle(settings))
                .isEqualTo("the server's program 'go' measures the plain question; omit --clients, --writes, --idle");
    }

    @Test
    void bufferIsForProgramsThatTellThatTheyTakeIt() {
        CellSettings buffer = CellSettings.USUAL.with(Dimension.BUFFER, 4096);

        assertThat(obstacle(buffer)).endsWith("omit --buffer");
        assertThat(obstacle(spoken, PLAIN, buffer, "latency", List.of("--spin")).orElseThrow())
                .endsWith("omit --buffer");
        assertThat(obstacle(spoken, PLAIN, buffer, "latency", List.of("--buffer")))
                .isEmpty();
        assertThat(obstacle(spoken, PLAIN, CellSettings.USUAL, "latency", List.of()))
                .isEmpty();
    }

    /** The launcher's limits say nothing of those in a container. */
    @Test
    void memoryOfAPeerBehindAPrefixIsNotLocked() {
        Prefixes behind = new Prefixes(Prefix.of(List.of("podman", "exec", "c")), Prefix.NONE, List.of());
        CellSettings locked = CellSettings.USUAL.with(Dimension.LOCKED_MEMORY, true);

        assertThat(new OtherPrograms(behind)
                        .obstacle(Cell.of(spoken, PLAIN, locked))
                        .orElseThrow())
                .endsWith("omit --lock-memory");
        assertThat(new OtherPrograms(Prefixes.NONE).obstacle(Cell.of(spoken, PLAIN, locked)))
                .isEmpty();
        assertThat(new OtherPrograms(behind).obstacle(Cell.of(spoken, PLAIN, CellSettings.USUAL)))
                .isEmpty();
    }

    private String obstacle(CellSettings settings) {
        return obstacle(spoken, PLAIN, settings, "latency").orElseThrow();
    }

    @Test
    void streamBothWaysIsNoPlainStream() {
        MessageStream oneWay = new MessageStream(new Extent.Count(1), 64);

        assertThat(obstacle(spoken, oneWay, Clients.ONE, "throughput")).isEmpty();
        assertThat(obstacle(spoken, oneWay.underWay(4), Clients.ONE, "throughput")
                        .orElseThrow())
                .endsWith("omit --both-ways");
    }

    @Test
    void callsAtARateAreNamedByTheOptionThatMakesThem() {
        Load oneWay = new Load(
                new Extent.Period(1_000_000), 64, Payload.TOUCHED, 1_000, new ArrivalPattern.Poisson(), Pacing.SPIN);

        assertThat(obstacle(spoken, oneWay, Clients.ONE, "load")).isEmpty();
        assertThat(obstacle(spoken, oneWay.of(Shape.of(64)), Clients.ONE, "load"))
                .hasValue("the server's program 'go' measures load without answers; omit --answer");
        assertThat(obstacle(spoken, oneWay.of(Shape.of(64).inFlight(2)), Clients.ONE, "load")
                        .orElseThrow())
                .endsWith("omit --in-flight");
        assertThat(obstacle(spoken, oneWay.of(Shape.of(64)), Clients.ONE, "latency"))
                .hasValue("the server's program 'go' measures only latency");
    }

    private static Optional<String> obstacle(Transport transport, Workload workload, Clients clients) {
        return obstacle(transport, workload, clients, "latency");
    }

    private static Optional<String> obstacle(Transport transport, Workload workload, Clients clients, String told) {
        return obstacle(transport, workload, CellSettings.USUAL.with(clients), told);
    }

    private static Optional<String> obstacle(
            Transport transport, Workload workload, CellSettings settings, String told) {
        return obstacle(transport, workload, settings, told, null);
    }

    private static Optional<String> obstacle(
            Transport transport,
            Workload workload,
            CellSettings settings,
            String told,
            @Nullable List<String> options) {
        return programs(told, null, options).obstacle(Cell.of(transport, workload, settings));
    }

    @Test
    void codecThatAProgramHasNotToldIsNamedWhateverTheSize() {
        assertThat(obstacleToCodec("json", List.of("json"))).isEmpty();
        assertThat(obstacleToCodec("sbe", List.of("json")))
                .hasValue("the server's program 'go' has only the codecs json");
        assertThat(obstacleToCodec("json:text", List.of())).hasValue("the server's program 'go' finds no library");
        assertThat(obstacleToCodec("json", null)).hasValue("the server's program 'go' knows no codec; omit --codec");
        assertThat(programs("latency", null, null).obstacleToCodec(Cell.of(spoken, PLAIN, CellSettings.USUAL)))
                .isEmpty();
    }

    private Optional<String> obstacleToCodec(String codec, @Nullable List<String> codecs) {
        Workload tooSmall = new PingPong(new Extent.Count(1), Shape.of(16).coded(codec), Payload.TOUCHED);
        return programs("latency", codecs, null).obstacleToCodec(Cell.of(spoken, tooSmall, CellSettings.USUAL));
    }

    private static OtherPrograms programs(String told, @Nullable List<String> codecs, @Nullable List<String> options) {
        Surroundings there = new Surroundings(
                Surroundings.PROTOCOL,
                "",
                "",
                "",
                Path.of("/tmp"),
                Map.of(),
                Map.of(),
                "",
                List.of(),
                List.of(),
                new Surroundings.Skills(
                        List.of("spoken"),
                        List.of(told),
                        Map.of("lacking", "has no such thing here", "json:text", "finds no library"),
                        codecs,
                        options));
        Prefixes prefixes = new Prefixes(
                Prefix.NONE.running(new PeerProgram("go", List.of("/go"))).leadingTo(there, true, true),
                Prefix.NONE,
                List.of());
        return new OtherPrograms(prefixes);
    }
}
