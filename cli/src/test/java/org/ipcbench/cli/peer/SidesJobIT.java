package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Client and server as threads of one process. */
@EnabledOnOs(OS.LINUX)
class SidesJobIT extends RunningJobs {
    private static final List<String> BRIEF = List.of("--warmup", "20ms", "--placement", "same-cpu");

    @Test
    void sameHalvesRunInThreadsAndInProcesses() throws Exception {
        Job job = latency("uds,handoff-queue,cma", "processes,threads", "-n", "2000", "-i", "1");

        assertThat(site.table()).hasSize(6).allSatisfy(row -> {
            boolean refused = row.get("Sides").equals("processes")
                    ? row.get("Transport").startsWith("handoff")
                    : row.get("Transport").equals("cma");
            assertThat(row).containsEntry("Status", refused ? "unsupported" : "measured");
            assertThat(row.get("Reason").contains("--sides")).isEqualTo(refused);
            if (!refused) {
                assertThat(row).containsEntry("Messages", "2000");
            }
        });
        assertThat(job.out()).anyMatch(line -> line.startsWith("the wall: "));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
    }

    /** The server's thread computes nearly all the time; a client that counted it, too, would have taken more. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void oneProcessIsCountedOnce() throws Exception {
        latency("uds", "threads", "-i", "1", "--duration", "400ms", "--work", "200us");

        Map<String, String> row = site.table().get(0);
        double client = Double.parseDouble(row.get("ClientCpuSeconds"));
        double server = Double.parseDouble(row.get("ServerCpuSeconds"));
        assertThat(client).isPositive().isLessThan(server);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void interruptedRunGoesOnInThreads() throws Exception {
        Job job = start(arguments("uds", "threads", "--duration", "200ms", "-i", "3"));
        await().atMost(Job.DEADLINE).until(() -> site.iterations() > 0);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);

        Console resumed = Console.of("resume", site.run().toString());

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(site.log())
                .extracting(line -> line.get("round").getAsInt())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 3).boxed().toList());
        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("Sides", "threads"));
        site.assertNothingLeft();
    }

    /** Every transport that this machine has, unless it says why not. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyTransportConnectsThreads() throws Exception {
        latency("all", "threads", "-n", "500", "-i", "1");

        TreeSet<String> measured = new TreeSet<>();
        for (Map<String, String> row : site.table()) {
            if (row.get("Status").equals("measured")) {
                measured.add(row.get("Transport"));
            } else {
                assertThat(row.get("Status")).as("%s", row).isIn("unsupported", "unavailable");
            }
        }
        List<String> here = TransportRegistry.load().all().stream()
                .filter(transport -> transport.availability() instanceof Availability.Available)
                .filter(transport -> !transport.traits().has(Trait.BETWEEN_PROCESSES))
                .filter(transport -> transport.traits().waitStrategy() != WaitStrategy.SPINNING) // needs two CPUs
                .map(transport -> transport.id())
                .toList();
        assertThat(measured).containsAll(here);
    }

    private Job latency(String transports, String sides, String... further) throws Exception {
        Job job = start(arguments(transports, sides, further));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        site.assertNothingLeft();
        return job;
    }

    private static String[] arguments(String transports, String sides, String... further) {
        return Stream.of(
                        Stream.of("latency", "-t", transports, "--sides", sides, "-s", "64"),
                        BRIEF.stream(),
                        Stream.of(further))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }
}
