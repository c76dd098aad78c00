package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.plan.cell.CellStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pipes and sockets that hold less than usual: no number of messages under way stops both peers, and what is told of it is true. */
@EnabledOnOs(OS.LINUX)
class SmallCapacityJobIT extends RunningJobs {
    /** More pipes than the 16384 pages that the kernel grants a user before it makes shorter ones. */
    private static final int MANY_PIPES = 1_040;

    private static final int USUAL_PIPE_MESSAGES = 64;

    /** Root of a user namespace is not exempt from a user's limits. */
    private static final List<String> USER = List.of("unshare", "--user", "--map-root-user", "sh", "-c");

    private static final List<String> NETWORK = List.of("unshare", "--user", "--map-root-user", "--net", "sh", "-c");

    /** With 4 or 8 KiB, TCP itself stops when both directions are full: the kernel drops the acknowledgements beyond its window. */
    private static final String SMALLEST_SOCKETS = "ip link set lo up mtu 1500"
            + " && echo 4096 16384 16384 > /proc/sys/net/ipv4/tcp_rmem && echo 4096 16384 16384 > /proc/sys/net/ipv4/tcp_wmem"
            + " && { echo 1 > /proc/sys/net/unix/max_dgram_qlen || :; }";

    private final List<Pipe> pipes = new ArrayList<>();

    /** Where the capacities are small. */
    private enum Surroundings {
        SHORT_PIPES,
        SMALL_SOCKETS,
        BOTH
    }

    @AfterEach
    void closePipes() throws IOException {
        for (Pipe pipe : pipes) {
            try (Pipe.SourceChannel source = pipe.source()) {
                pipe.sink().close();
            }
        }
    }

    @Tag("full")
    @Test
    void pipesOfAUserWithManyHoldFewerCallsThanAreAskedFor() throws Exception {
        List<String> user = command(Surroundings.SHORT_PIPES);

        measuredBehind(user, once("latency", "--in-flight", "64", "-t", "pipe,fifo", "-s", "1K"));

        assertThat(rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row).containsEntry("Depth", "64").containsEntry("Status", "measured");
            assertThat(Integer.parseInt(row.get("InFlight")))
                    .as("two pages of four messages each way, and one in the hands of each of three threads")
                    .isBetween(1, 8 + 8 + 3);
        });
    }

    @Tag("full")
    @ByTurns(day = 0)
    @Test
    void streamThroughAShortPipeTellsWhatThePipeHolds() throws Exception {
        List<String> user = command(Surroundings.SHORT_PIPES);

        measuredBehind(user, once("throughput", "-t", "pipe", "-s", "1K"));

        assertThat(rows())
                .singleElement()
                .satisfies(
                        row -> assertThat(Integer.parseInt(row.get("InFlight"))).isBetween(1, USUAL_PIPE_MESSAGES / 8));
    }

    /** The server reports at once, and its end removes the queues. */
    @Tag("full")
    @Test
    void streamOverAQueueTellsWhatTheQueueHeld() throws Exception {
        measuredBehind(List.of("env"), once("throughput", "-t", "sysv-mq", "-s", "1K"));

        assertThat(rows())
                .singleElement()
                .satisfies(
                        row -> assertThat(Integer.parseInt(row.get("InFlight"))).isPositive());
    }

    @Tag("full")
    @ByTurns(day = 1)
    @Test
    void segmentsOfAnEthernetAndASmallWindowHoldFewerCallsThanAreAskedFor() throws Exception {
        List<String> network = command(Surroundings.SMALL_SOCKETS);

        measuredBehind(network, once("latency", "--in-flight", "55", "-t", "tcp", "-s", "64K"));

        assertThat(rows())
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("Depth", "55").containsEntry("Status", "measured"));
    }

    /** Half of them by turns. */
    static Stream<Arguments> questions() {
        List<List<String>> questions = List.of(
                List.of("latency", "--in-flight", "64"),
                List.of("latency", "--in-flight", "100", "--answer", "16K"),
                List.of("latency", "--in-flight", "16", "--clients", "3", "--server-model", "selector"),
                List.of("throughput", "--both-ways"),
                List.of("throughput"),
                List.of("load", "--in-flight", "64", "--rate", "2000"),
                List.of("block"));
        return Turns.today()
                .share(2, IntStream.range(0, questions.size()).boxed().toList())
                .stream()
                .map(number -> {
                    List<String> able = able(questions.get(number));
                    return Arguments.of(
                            questions.get(number),
                            String.join(
                                    ",", Turns.today().every(2).later(number).share(Math.min(9, able.size()), able)));
                });
    }

    /** The transports that can be asked: a run of others is refused, and a share could have no other ones. */
    private static List<String> able(List<String> question) {
        List<String> words = new ArrayList<>(question);
        words.addAll(List.of("-t", "all", "-s", size(question)));
        return Console.dry(once(words.toArray(String[]::new))).out().stream()
                .filter(line ->
                        line.matches("\\w+ \\S+, \\d+ bytes, .*") && !line.matches(".*: (unsupported|unavailable), .*"))
                .map(line -> line.split("[ ,]", -1)[1])
                .toList();
    }

    private static String size(List<String> question) {
        return question.contains("--answer") ? "64" : "64K";
    }

    /** Each with a ninth of them by turns, and with another ninth in the next question. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("questions")
    void noDepthStopsAnyTransportWhereEverythingIsSmall(List<String> question, String transports) throws Exception {
        List<String> arguments = new ArrayList<>(question);
        arguments.addAll(List.of("-t", transports, "-s", size(question)));
        Job job = startBehind(command(Surroundings.BOTH), once(arguments.toArray(String[]::new)));

        job.exitCode(Job.DEADLINE.multipliedBy(3));

        assertThat(rows())
                .as("%s%n%s", job.out(), job.err())
                .isNotEmpty()
                .extracting(row -> row.get("Name") + " " + row.get("PacketSize") + ": " + row.get("Status"))
                .noneMatch(cell -> cell.endsWith(CellStatus.FAILED.label()));
    }

    private List<Map<String, String>> rows() throws Exception {
        return site.table();
    }

    /** The command that begins the surroundings; skips the test where the kernel refuses them. */
    private List<String> command(Surroundings surroundings) throws IOException, InterruptedException {
        List<String> begin = surroundings == Surroundings.SHORT_PIPES ? USER : NETWORK;
        String small = surroundings == Surroundings.SHORT_PIPES ? ":" : SMALLEST_SOCKETS;
        assumeTrue(succeeds(begin, small), "the kernel refuses " + String.join(" ", begin));
        if (surroundings != Surroundings.SMALL_SOCKETS) {
            while (pipes.size() < MANY_PIPES) {
                pipes.add(Pipe.open());
            }
        }
        List<String> command = new ArrayList<>(begin);
        command.addAll(List.of(small + "; exec \"$@\"", "sh"));
        return command;
    }

    private static String[] once(String... question) {
        List<String> arguments = new ArrayList<>(List.of(question));
        arguments.addAll(List.of("-i", "1", "--placement", "unpinned", "--timeout", "60s"));
        arguments.addAll(List.of("--warmup", "100ms", "--duration", "100ms"));
        return arguments.toArray(String[]::new);
    }
}
