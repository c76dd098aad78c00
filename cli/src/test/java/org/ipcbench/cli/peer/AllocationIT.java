package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Once warm, neither the harness nor a transport allocates anything for a message, on neither side. */
@EnabledOnOs(OS.LINUX)
class AllocationIT extends RunningJobs {
    /** Whose libraries make objects of every message. */
    private static final Set<String> ALLOCATING = Set.of(
            "zmq",
            "zmq-ipc",
            "uds-junix",
            "uds-abstract",
            "netty-uds",
            "netty-uring",
            "grpc-uds",
            "grpc-tcp",
            "http",
            "rpc-lines",
            "rpc-lines-pair",
            "rpc-headers",
            "rpc-headers-pair",
            "http-stdio",
            "http-stdio-pair",
            "http2-stdio",
            "http2-stdio-pair",
            "http-uds");

    /** The few KiB that an iteration allocates once, over its messages; the smallest object would be 16 bytes each. */
    private static final double MAX_BYTES_PER_MESSAGE = 1;

    private static final int MAX_RUNS = 3;

    /** One that copies, one that may lose messages, one that hands over its memory. */
    @Tag("full")
    @Test
    void streamsAllocateNothingPerMessage() throws IOException, InterruptedException, CsvValidationException {
        assertStreamsAllocateNothing("tcp,udp,ring-spin");
    }

    /** A quarter of them by turns. */
    @Tag("full")
    @Test
    void streamsOfEveryTransportAllocateNothingPerMessage()
            throws IOException, InterruptedException, CsvValidationException {
        assertStreamsAllocateNothing(frugal(Turns.today(), transport -> true));
    }

    /**
     * Round trips, of a quarter of them by turns, send and receive on both sides. The warm-up is long, because the interpreter
     * allocates, and both peers' compilers share the CPU.
     */
    @Tag("full")
    @Test
    void roundTripsOfTheStandardTransportsAllocateNothingPerMessage()
            throws IOException, InterruptedException, CsvValidationException {
        assertNothingAllocatedBy("latency -i 1 -s 64 -n 40000 --warmup 10s --placement same-cpu -t "
                + frugal(
                        Turns.today().later(1),
                        transport -> transport.info().groups().contains("standard")));
    }

    private static String frugal(Turns turns, Predicate<Transport> which) {
        return String.join(
                ",",
                turns.share(
                        4,
                        TransportRegistry.load().all().stream()
                                .filter(transport -> transport.availability() instanceof Availability.Available)
                                .filter(which)
                                .map(Transport::id)
                                .filter(id -> !ALLOCATING.contains(id))
                                .toList()));
    }

    /** Another size of answers, work that is measured, and a window; the other tests have other transports. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void callsOfAnyShapeAllocateNothing() throws IOException, InterruptedException, CsvValidationException {
        assertNothingAllocatedBy("latency -i 1 -t uds -s 64 --answer 500 --work 2us,sleep:1us"
                + " --in-flight 1,8 -n 20000 --warmup 10s --placement same-cpu");
    }

    /** Both peers send and receive. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void streamsBothWaysAllocateNothing() throws IOException, InterruptedException, CsvValidationException {
        assertNothingAllocatedBy("throughput --both-ways -i 1 -t uds,ring-futex -s 4096 -n 50000 --warmup 10s");
    }

    /** Two threads of the client, and sizes that differ. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void overlappingCallsAllocateNothing() throws IOException, InterruptedException, CsvValidationException {
        assertNothingAllocatedBy("load -i 1 -t uds,ring-futex -s lognormal:500,1 --in-flight 8 --rate 5K"
                + " --arrivals burst:6 --pacing sleep --duration 2s");
    }

    private void assertStreamsAllocateNothing(String transports)
            throws IOException, InterruptedException, CsvValidationException {
        assertNothingAllocatedBy("throughput -i 1 -s 4096 -n 50000 --warmup 10s -t " + transports);
    }

    /**
     * What allocates for a message does so in every run. Code that is compiled again while a run is measured may allocate until
     * it is; another run tells the two apart.
     */
    private void assertNothingAllocatedBy(String arguments)
            throws IOException, InterruptedException, CsvValidationException {
        List<String> allocating = List.of();
        for (int runs = 0; runs < MAX_RUNS && (runs == 0 || !allocating.isEmpty()); runs++) {
            offered(arguments.split(" "));
            List<Map<String, String>> frugal = site.table().stream()
                    .filter(row -> List.of("measured", "not-reached").contains(row.get("Status")))
                    .filter(row -> !ALLOCATING.contains(row.get("Transport")))
                    .toList();
            assertThat(frugal).isNotEmpty();
            allocating = frugal.stream().flatMap(AllocationIT::allocating).toList();
        }
        assertThat(allocating)
                .as("bytes per message in each of %d runs", MAX_RUNS)
                .isEmpty();
    }

    private static Stream<String> allocating(Map<String, String> row) {
        return Stream.of("ClientAllocatedBytesPerMessage", "ServerAllocatedBytesPerMessage")
                .filter(column -> Double.parseDouble(row.get(column)) >= MAX_BYTES_PER_MESSAGE)
                .map(column -> "%s %s: %s (compilers: client %s ms, server %s ms)"
                        .formatted(
                                row.get("Transport"),
                                column,
                                row.get(column),
                                row.get("ClientCompilationMilliseconds"),
                                row.get("ServerCompilationMilliseconds")));
    }
}
