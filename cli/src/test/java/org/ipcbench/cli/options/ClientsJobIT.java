package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One server with several clients. */
@EnabledOnOs(OS.LINUX)
class ClientsJobIT extends RunningJobs {
    private static final List<String> MANY_CLIENTS = List.of(
            "tcp",
            "fifo",
            "uds",
            "zmq",
            "udp",
            "uds-dgram",
            "uds-seqpacket",
            "sysv-shm",
            "sysv-mq",
            "posix-mq",
            "ring-futex",
            "ring-semaphore",
            "ring-signal",
            "mmap-file",
            "memfd",
            "netty-uds",
            "netty-uring",
            "uds-junix",
            "uds-abstract",
            "zmq-ipc",
            "aeron-ipc",
            "agrona-ring");

    /** Four in JVMs of their own, of messages that cannot be shared out evenly. */
    @Test
    void messagesOfAllClientsAreCountedTogetherAndApart()
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("throughput -t uds -s 64 -n 4001 --clients 1,3");

        assertThat(site.table())
                .satisfiesExactly(
                        pair -> assertThat(pair)
                                .containsEntry("Clients", "1")
                                .containsEntry("Messages", "4001")
                                .containsEntry("FairnessIndex", ""),
                        three -> {
                            assertThat(three).containsEntry("Clients", "3").containsEntry("Messages", "4001");
                            assertThat(Double.parseDouble(three.get("FairnessIndex")))
                                    .isBetween(1.0 / 3, 1.0);
                        });
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(site.log())
                .filteredOn(line -> line.has("clients"))
                .singleElement()
                .satisfies(line -> assertThat(line.getAsJsonObject("measurement")
                                .getAsJsonArray("clients")
                                .toString())
                        .contains("\"messages\":1334", "\"messages\":1333"));
        assertThat(site.run().resolve("throughput-over-clients.svg")).exists();
    }

    @ByTurns(day = 0)
    @Test
    void idleConnectionsTakeMemoryAndAreRefusedWhereNoSocketHoldsThem()
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("latency -t tcp,uds,fifo -s 64 -n 200 --placement unpinned --idle 0,300");

        assertThat(site.table())
                .filteredOn(row -> "300".equals(row.get("IdleConnections")))
                .hasSize(3)
                .allSatisfy(row -> {
                    if ("fifo".equals(row.get("Transport"))) {
                        assertThat(row.get("Reason")).contains("omit --idle");
                    } else {
                        assertThat(row).containsEntry("Status", "measured");
                        String kernel = Objects.requireNonNull(row.get("IdleKernelBytesPerConnection"));
                        if (!kernel.isEmpty()) { // unknown if other processes move the machine's memory meanwhile
                            assertThat(Double.parseDouble(kernel)).isBetween(500.0, 100_000.0);
                        }
                        assertThat(Double.parseDouble(row.get("IdleServerBytesPerConnection")))
                                .isBetween(500.0, 100_000.0);
                    }
                });
        assertThat(site.table())
                .filteredOn(row -> "0".equals(row.get("IdleConnections")))
                .allSatisfy(row -> assertThat(row).containsEntry("IdleKernelBytesPerConnection", ""));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
    }

    /** One by turns. */
    static List<String> servings() {
        return Turns.today().one(List.of("threads", "selector"));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("servings")
    void attemptsOfClientsAtOneListeningSocketAreRecorded(String serving)
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("latency -t tcp,uds,fifo -s 64 -n 240 --placement unpinned --clients 24 --client-threads"
                + " --listener one:4 --server-model " + serving);

        assertThat(site.table())
                .filteredOn(row -> !"fifo".equals(row.get("Transport")))
                .hasSize(2)
                .allSatisfy(row -> {
                    assertThat(row).containsEntry("Status", "measured").containsEntry("Listener", "one:4");
                    assertThat(row.get("RefusedConnects")).as("connects").matches("\\d+(\\.0+)?");
                    assertThat(row.get("RepeatedConnects")).as("connects").matches("\\d+(\\.0+)?");
                    assertThat(Double.parseDouble(row.get("LongestConnectMilliseconds")))
                            .isPositive();
                    if ("uds".equals(row.get("Transport"))) {
                        assertThat(row).containsEntry("RepeatedConnects", row.get("RefusedConnects"));
                    }
                });
        assertThat(site.table())
                .filteredOn(row -> "fifo".equals(row.get("Transport")))
                .singleElement()
                .satisfies(row -> assertThat(row.get("Reason"))
                        .contains("omit --" + (serving.equals("threads") ? "listener" : "server-model")));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        site.assertNothingLeft();
    }

    /** A server that is slow to accept: its queue holds two, so that the kernel turns others away. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void connectsThatFindTheQueueFullAreCountedUpToTheTable()
            throws IOException, InterruptedException, CsvValidationException {
        assumeThat(hasStrace()).isTrue();
        measuredOnce(
                "latency -t tcp,uds -s 64 -n 60 --placement unpinned --clients 6 --client-threads --listener one:1",
                "--server-via",
                SLOW_TO_ACCEPT);

        assertThat(site.table()).hasSize(2).allSatisfy(row -> {
            assertThat(row).containsEntry("Status", "measured");
            assertThat(Double.parseDouble(row.get("RefusedConnects"))).isPositive();
            assertThat(Double.parseDouble(row.get("RepeatedConnects"))).isPositive();
            assertThat(Double.parseDouble(row.get("LongestConnectMilliseconds")))
                    .isGreaterThan(200);
        });
    }

    /** In a full queue the ends of batches are lost, too. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void clientsThatDropMessagesAreServedToTheirEnds()
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("throughput -t uds-dgram-drop -s 64 -n 100000 --placement unpinned --clients 4 --client-threads");

        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Status", "measured");
            assertThat(Long.parseLong(row.get("Lost"))).isPositive();
        });
        site.assertNothingLeft();
    }

    /** All clients write into one ring; each has its messages counted apart, and its answers for itself. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void clientsOfOneSharedRingAreServedByOneThread() throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("throughput -t agrona-ring -s 64 -n 3001 --clients 3 --client-threads");

        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("Status", "measured")
                        .containsEntry("Serving", "one shared queue")
                        .containsEntry("Messages", "3001"));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(site.log())
                .filteredOn(line -> line.has("clients"))
                .singleElement()
                .satisfies(line -> assertThat(line.getAsJsonObject("measurement")
                                .getAsJsonArray("clients")
                                .toString())
                        .contains("\"messages\":1001", "\"messages\":1000"));
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"throughput", "latency"})
    void oneThreadServesAllClientsByASelector(String question)
            throws IOException, InterruptedException, CsvValidationException {
        measuredOnce(question + " -t tcp,uds,uds-junix -s 64,100000 -n 301 --clients 3 --server-model selector");

        assertThat(site.table()).hasSize(6).allSatisfy(row -> {
            boolean selectable = !"uds-junix".equals(row.get("Transport"));
            assertThat(row)
                    .containsEntry("Serving", "selector")
                    .containsEntry("Status", selectable ? "measured" : "unsupported")
                    .containsEntry("Messages", selectable ? "301" : "");
        });
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        site.assertNothingLeft();
    }

    /** A quarter of them by turns, and one that does not. */
    @Tag("full")
    @Test
    void everyTransportThatServesManyClientsIsMeasured()
            throws IOException, InterruptedException, CsvValidationException {
        List<String> transports = new ArrayList<>(List.of("pipe"));
        transports.addAll(Turns.today().share(4, MANY_CLIENTS));

        measured(
                "latency",
                "-t",
                String.join(",", transports),
                "-s",
                "64",
                "-n",
                "300",
                "-i",
                "1",
                "--warmup",
                "20ms",
                "--clients",
                "3",
                "--client-threads");

        assertThat(site.table())
                .filteredOn(row -> !"measured".equals(row.get("Status")))
                .extracting(row -> row.get("Transport") + " " + row.get("Reason"))
                .containsExactly("pipe serves one client only; omit --clients");
        assertThat(site.table())
                .filteredOn(row -> "measured".equals(row.get("Status")))
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("ClientThreads", "client threads")
                        .containsEntry("Messages", "300"));
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void clientThatDiesIsNamedAndNothingIsLeft() throws IOException, InterruptedException, CsvValidationException {
        Job job = start("throughput", "-t", "uds", "--clients", "3", "--duration", "1h", "-i", "1", "--verbose");
        job.awaitMeasuring(1, Role.SERVER);
        List<ProcessHandle> clients = clients(job);
        assertThat(clients).hasSize(3);
        clients.get(1).destroyForcibly();

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("uds, "))
                .singleElement()
                .asString()
                .contains("client 2 ended with exit code 137");
        Map<String, String> row = site.table().get(0);
        assertThat(row).containsEntry("Status", "failed");
        site.assertNothingLeft();
    }

    /** Each has a third of the rate, and the figures are those of all. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void clientsOfALoadShareItsRate() throws IOException, InterruptedException, CsvValidationException {
        offered("load -t uds -s 64 --rate 300 --clients 3 --duration 2s --pacing sleep -i 1 --warmup 20ms".split(" "));

        Map<String, String> row = site.table().get(0);
        assertThat(row).containsEntry("Clients", "3").containsEntry("OfferedMessagesPerSecond", "300");
        assertThat(Double.parseDouble(row.get("FairnessIndex"))).isGreaterThan(0.9);
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(site.log())
                .filteredOn(line -> line.has("clients"))
                .singleElement()
                .satisfies(line -> assertThat(
                                line.getAsJsonObject("measurement").getAsJsonArray("clients"))
                        .hasSize(3)
                        .allSatisfy(client -> assertThat(
                                        client.getAsJsonObject().get("messages").getAsLong())
                                .isBetween(1L, 200L)));
        site.assertNothingLeft();
    }

    /** In the order of their numbers. */
    private static List<ProcessHandle> clients(Job job) {
        return ProcessHandle.of(job.pid())
                .orElseThrow()
                .children()
                .filter(child -> commandLine(child).contains("/client-"))
                .sorted(Comparator.comparing(ClientsJobIT::commandLine))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    @Tag("full")
    @Test
    void connectionsThatComeAndGoAreMeasured() throws IOException, InterruptedException, CsvValidationException {
        measuredOnce("connect -t uds,ring-futex -s 64 -n 500");

        assertThat(site.table())
                .satisfiesExactly(
                        uds -> assertThat(uds)
                                .containsEntry("Workload", "connect")
                                .containsEntry("Messages", "500")
                                .containsEntry("LatencyKind", "first-answer"),
                        ring -> assertThat(ring)
                                .containsEntry("Status", "unsupported")
                                .containsEntry("Reason", "cannot open and close connections, as connect does"));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
    }
}
