package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers behind prefixes. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT) // they wait for the ends of prefixes
class PrefixJobIT extends RunningJobs {
    /** Changes nothing but the way of the control messages. */
    private static final String SHELL = "sh -c 'exec \"$@\"' x";

    private static final Duration POLL = Duration.ofMillis(10);

    private static final String SERVER_NAMESPACE = "ipcbench-test";
    private static final String SERVER_ADDRESS = "10.213.77.2";

    /** A busy machine carries not even a low rate in a short time. */
    private static final List<String> MEASURED = List.of("measured", "not-reached");

    private final List<List<String>> undoing = new ArrayList<>();

    @AfterEach
    void undo() throws IOException, InterruptedException {
        for (List<String> command : undoing) {
            succeeds(command.subList(0, command.size() - 1), command.get(command.size() - 1));
        }
    }

    @Test
    void prefixThatCannotLeadToAPeerIsNamedInOneLine() throws IOException, InterruptedException {
        assertRefused("--server-via", "no-such-command", "exit code 127", "--remote-java");
        assertRefused("--client-via", "sh -c 'echo Welcome; exec \"$@\"' x", "a line of 7 characters", "silence it");
    }

    @Tag("full")
    @Test
    void prefixThatLeadsSomewhereElseIsNamedInOneLine() throws IOException, InterruptedException {
        assertRefused("--server-via", "sleep 1000 #", "exit code 1");
        assertRefused("--server-via", "sh -c 'exec \"$@\" </dev/null' x", "exit code 3", "podman exec -i");
        assertRefused(
                List.of("--remote-java", "java:/nope"), "--server-via", SHELL, "exit code 1", "see --remote-java");
        assertRefused(
                List.of("--remote-java", "/nope:/nope"),
                "--client-via",
                SHELL,
                "exit code 127",
                "/nope",
                "see --remote-java");
    }

    @ByTurns(day = 0)
    @Test
    void peerOfAnotherJarOrProtocolIsRefusedInOneLine() throws IOException, InterruptedException {
        assertRefused(
                "--server-via",
                described(1),
                "leads to another jar (SHA-256 cafe...",
                "use --remote-java, which copies");
        assertRefused("--client-via", described(2), "a peer of control protocol 2, this program has 1");
    }

    private String described(int protocol) throws IOException {
        return script("read line; echo '{\"type\":\"Described\",\"surroundings\":{\"protocol\":" + protocol
                + ",\"program\":\"cafe\",\"javaHome\":\"/jdk\",\"javaVersion\":\"17\",\"temporary\":\"/tmp\","
                + "\"facts\":{},\"namespaces\":{},\"boot\":\"\",\"addresses\":[],\"seen\":[]}}'; cat >/dev/null");
    }

    @ByTurns(day = 1)
    @Test
    void peerThatAnswersNonsenseFailsItsCell() throws IOException, InterruptedException {
        String onceItIsAssigned =
                script("case \"$*\" in *probe.control*) exec \"$@\" ;; esac; echo nonsense; cat >/dev/null");

        Job job = start(arguments("-t", "tcp", "--server-via", onceItIsAssigned));

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("tcp, "))
                .singleElement()
                .asString()
                .contains("failed: tcp: server ", "a line of 8 characters");
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Test
    void jarThatCannotBeCopiedIsRefusedInOneLine() throws IOException, InterruptedException {
        assertRefused(
                List.of("--remote-java", "no-such-java"),
                "--client-via",
                SHELL,
                "no-such-java: not found",
                "see --remote-java");
    }

    @ByTurns(day = 1)
    @Test
    void directoryThatTheOtherSideNamesIsNotRemoved() throws IOException, InterruptedException {
        Path precious = Files.createDirectory(site.root().resolve("ipcbench-results"));
        String prefix = script("[ \"$1\" = rm ] && exec \"$@\"; read line; echo ipcbench java; echo ipcbench "
                + precious + "; exit 1");

        assertRefused(List.of("--remote-java", "java"), "--server-via", prefix, "names no directory of a copy");

        assertThat(precious).exists();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void prefixThatHangsEndsAtTheTimeout() throws IOException, InterruptedException {
        assertRefused(
                List.of("--timeout", "2s"), "--client-via", "sh -c 'sleep 1000; true' x", "led to no peer within 2 s");
    }

    /** As users of {@code podman exec -i} have them: two processes more for each message. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void standardStreamsPassThroughThePrefixOfTheServer() throws Exception {
        Path passed = site.root().resolve("passed");
        String prefix = script("tee -a %s | \"$@\" | cat".formatted(passed));

        measured(arguments("-t", "pipe,pipe-native", "--placement", "same-cpu", "--vary", "via=none," + prefix));

        assertThat(site.table())
                .hasSize(4)
                .allSatisfy(
                        row -> assertThat(row.get("Status")).as(row.toString()).isEqualTo("measured"));
        long requested = site.table().stream()
                .filter(row -> !"none".equals(row.get("Variant")))
                .mapToLong(row -> Long.parseLong(row.get("Messages")) * Long.parseLong(row.get("PacketSize")))
                .sum();
        assertThat(requested).isPositive();
        assertThat(Files.size(passed)).as("all requests").isGreaterThanOrEqualTo(requested);
    }

    /** Its children go on with its streams, but nobody is there to end them. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void serverEndsWithThePrefixThatPassesItsStreamsOn() throws Exception {
        Job job = start(arguments("-t", "pipe", "--server-via", copies(), "--duration", "20s", "--verbose"));
        job.awaitMeasuring(1, Role.SERVER);
        List<ProcessHandle> all = processOf(job).descendants().toList();
        processOf(job)
                .children()
                .filter(child -> words(child).contains("server"))
                .forEach(ProcessHandle::destroyForcibly);

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("pipe, "))
                .singleElement()
                .asString()
                .contains("failed: pipe: server ended with exit code 137");
        await().atMost(Duration.ofSeconds(15)).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void peersBehindAPrefixThatChangesNothingMeasureAllButStandardStreams() throws Exception {
        measured(arguments("-t", "tcp,uds,pipe,sysv-mq", "--server-via", SHELL, "--client-via", SHELL));

        assertThat(site.table())
                .extracting(row -> row.get("Transport") + " " + row.get("Status"))
                .containsExactlyInAnyOrder("tcp measured", "uds measured", "pipe unsupported", "sysv-mq measured");
        assertThat(JsonParser.parseString(Files.readString(site.run().resolve("environment.json")))
                        .getAsJsonObject()
                        .getAsJsonObject("walls")
                        .keySet())
                .containsExactly("server", "client");
    }

    /** A prefix that a test may build without privilege on many machines. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void bubblewrapIsCrossedWhereItSharesWhatATransportNeeds() throws Exception {
        assumeThat(succeeds(
                        List.of("sh", "-c"),
                        "command -v bwrap && bwrap --dev-bind / / --unshare-ipc --unshare-net true"))
                .as("bubblewrap can be used here")
                .isTrue();

        measured(arguments(
                "-t",
                "tcp,uds,fifo,sysv-mq,ring-futex",
                "--server-via",
                "bwrap --dev-bind / / --unshare-ipc --unshare-net"));

        assertThat(site.table())
                .extracting(row -> row.get("Transport") + " " + row.get("Status"))
                .containsExactlyInAnyOrder(
                        "tcp unsupported",
                        "uds measured",
                        "fifo measured",
                        "sysv-mq unsupported",
                        "ring-futex measured");
        assertThat(site.table())
                .filteredOn(row -> "sysv-mq".equals(row.get("Transport")))
                .allSatisfy(row -> assertThat(row.get("Reason")).contains("--ipc=host"));
    }

    /** Another kernel has another boot. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void peerOnAnotherHostIsNotPinnedToCpusOfThisOne() throws Exception {
        Path boot = Files.writeString(site.root().resolve("boot"), "00000000-0000-4000-8000-000000000000\n");
        String prefix = "unshare --mount sh -c 'mount --bind %s /proc/sys/kernel/random/boot_id && exec \"$@\"' x"
                .formatted(boot);
        assumeThat(succeeds(List.of("unshare", "--mount"), "true"))
                .as("a mount namespace can be made here")
                .isTrue();

        Job pinned = start(arguments("-t", "uds", "--server-via", prefix, "--placement", "same-cpu"));
        assertThat(pinned.exitCode()).isEqualTo(2);
        assertThat(pinned.err()).singleElement().asString().contains("--placement", "the server runs on another one");
        List<String> usual = new ArrayList<>(List.of(arguments("-t", "uds", "--server-via", prefix)));
        usual.removeAll(List.of("--placement", "unpinned"));
        Job job = measured(usual.toArray(String[]::new));

        assertThat(job.err()).anyMatch(line -> line.contains("placement unpinned: the server runs on another host"));
        assertThat(site.table()).extracting(row -> row.get("Placement")).containsExactly("unpinned");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @ResourceLock(SERVER_NAMESPACE)
    @Test
    void networkNamespaceIsComparedWithNone() throws Exception {
        makeNetworkNamespace();

        Job job = measured(arguments(
                "-t",
                "tcp,udp,uds",
                "--vary",
                "via=none,ip netns exec " + SERVER_NAMESPACE,
                "--server-address",
                SERVER_ADDRESS));

        assertThat(job.err()).anyMatch(line -> line.contains("differs from the client's: namespaces mnt, net"));
        assertThat(site.table())
                .extracting(row -> row.get("Transport") + " "
                        + String.valueOf(row.get("Variant")).contains("netns") + " " + row.get("Status"))
                .containsExactlyInAnyOrder(
                        "tcp false measured",
                        "tcp true measured",
                        "udp false measured",
                        "udp true unsupported",
                        "uds false measured",
                        "uds true measured");
    }

    /** The server's kernel counts where its queue is full, the client's how often TCP asks again. */
    @ByTurns(day = 0)
    @Tag("full")
    @ResourceLock(SERVER_NAMESPACE)
    @Test
    void connectsThatAreRepeatedFromAnotherNetworkNamespaceCount() throws Exception {
        assumeThat(hasStrace()).isTrue();
        makeNetworkNamespace();

        measured(arguments(
                "-t",
                "tcp",
                "--server-via",
                "ip netns exec %s %s".formatted(SERVER_NAMESPACE, SLOW_TO_ACCEPT),
                "--server-address",
                SERVER_ADDRESS,
                "--clients",
                "6",
                "--client-threads",
                "--listener",
                "one:1"));

        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Status", "measured");
            assertThat(Double.parseDouble(row.get("RefusedConnects"))).isPositive();
            assertThat(Double.parseDouble(row.get("RepeatedConnects"))).isPositive();
        });
    }

    /** At one moment, and at another one on the next day. */
    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void peerWithADirectoryOfItsOwnLeavesNothingWhoeverIsKilled(Victim victim) throws Exception {
        List<Moment> moments = victim == Victim.DEPLOYMENT ? List.of(Moment.CONNECTING) : List.of(Moment.values());
        for (Moment moment :
                Turns.today().later(List.of(Victim.values()).indexOf(victim)).one(moments)) {
            assertNothingLeftAfterKilling(victim, moment);
        }
    }

    private void assertNothingLeftAfterKilling(Victim victim, Moment moment) throws Exception {
        String kill = victim + " " + moment;
        Path far = Files.createDirectory(site.root().resolve("far-" + moment));
        String prefix =
                "unshare --mount --pid --fork sh -c 'mount --bind %s /tmp && mount -t proc proc /proc && exec \"$@\"' x"
                        .formatted(far);
        assumeThat(succeeds(List.of("unshare", "--mount", "--pid", "--fork"), "true"))
                .as("namespaces can be made here")
                .isTrue();
        List<String> more = new ArrayList<>(
                List.of("-t", "tcp", "--duration", "20s", "--timeout", "8s", "--remote-java", "java", "--verbose"));
        more.addAll(List.of("--warmup", "1s", "--server-via", prefix));
        if (victim == Victim.LAUNCHER) { // no peer is left that sees its directory
            more.addAll(List.of("--client-via", prefix));
        }
        Job job = start(arguments(more.toArray(String[]::new)));
        await().atMost(Job.DEADLINE).pollInterval(POLL).until(() -> peers(job).count() == 2 && entries(far) == 2);
        await().atMost(Job.DEADLINE).pollInterval(POLL).until(() -> moment.hasCome(job));
        List<ProcessHandle> all = processOf(job).descendants().toList();
        victim.kill(job);
        if (victim == Victim.DEPLOYMENT) { // without which the peers go on
            await().atMost(Duration.ofSeconds(15)).until(() -> entries(far) == 1);
            Victim.LAUNCHER.kill(job);
        }
        assertThat(job.exitCode()).as(kill).isEqualTo(victim.exitCode);
        if (victim.exitCode == 1) {
            assertThat(job.out())
                    .as(kill)
                    .filteredOn(line -> line.startsWith("tcp, "))
                    .singleElement()
                    .asString()
                    .contains("failed: tcp: ", victim.line);
        }
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(all.stream()
                                        .filter(ProcessHandle::isAlive)
                                        .map(process ->
                                                process.info().commandLine().orElse("?"))
                                        .toList()
                                        .toString()
                                + entries(far))
                        .as(kill)
                        .isEqualTo("[]0"));
        site.assertNothingLeft();
    }

    /** When the signal comes. */
    private enum Moment {
        CONNECTING {
            @Override
            boolean hasCome(Job job) {
                return true; // both peers have just been started
            }
        },
        WARMING_UP {
            @Override
            boolean hasCome(Job job) throws IOException {
                return isConnected(Victim.process(job, "java", "client"));
            }
        },
        MEASURED {
            @Override
            boolean hasCome(Job job) throws IOException {
                return job.err().stream().anyMatch(line -> line.endsWith("iteration 1: measuring"));
            }
        };

        abstract boolean hasCome(Job job) throws IOException;

        private static boolean isConnected(ProcessHandle peer) throws IOException {
            List<String> sockets = establishedSockets();
            try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(peer.pid()), "fd"))) {
                return descriptors.map(Moment::target).anyMatch(sockets::contains);
            }
        }

        private static List<String> establishedSockets() throws IOException {
            List<String> sockets = new ArrayList<>();
            for (String table : List.of("tcp", "tcp6")) {
                Files.readAllLines(Path.of("/proc/net", table)).stream()
                        .map(line -> line.strip().split(" +", -1))
                        .filter(fields -> fields[3].equals("01"))
                        .forEach(fields -> sockets.add("socket:[%s]".formatted(fields[9])));
            }
            return sockets;
        }

        private static String target(Path link) {
            try {
                return Files.readSymbolicLink(link).toString();
            } catch (IOException e) {
                return ""; // closed since it was listed
            }
        }
    }

    /** Whom the signal hits, and what becomes of the run. */
    private enum Victim {
        LAUNCHER(137, ""),
        SERVER(1, "server"),
        CLIENT(1, "client"),
        PREFIX(1, "server"),
        DEPLOYMENT(137, "");

        private final int exitCode;
        private final String line;

        Victim(int exitCode, String line) {
            this.exitCode = exitCode;
            this.line = line;
        }

        void kill(Job job) {
            ProcessHandle target = switch (this) {
                case LAUNCHER -> processOf(job);
                case SERVER -> process(job, "java", "server");
                case CLIENT -> process(job, "java", "client");
                case PREFIX -> process(job, "unshare", "server");
                case DEPLOYMENT ->
                    commands(job, "java")
                            .filter(PrefixJobIT::holdsACopy)
                            .findFirst()
                            .orElseThrow();
            };
            target.destroyForcibly();
        }

        private static ProcessHandle process(Job job, String command, String role) {
            return peers(job, command)
                    .filter(process -> words(process).contains(role))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Stream<ProcessHandle> peers(Job job) {
        return peers(job, "java");
    }

    private static Stream<ProcessHandle> peers(Job job, String command) {
        return commands(job, command).filter(process -> !holdsACopy(process));
    }

    private static boolean holdsACopy(ProcessHandle process) {
        return words(process).stream().anyMatch(word -> word.endsWith("/deployment.control"));
    }

    private static Stream<ProcessHandle> commands(Job job, String command) {
        return processOf(job)
                .descendants()
                .filter(process -> process.info()
                        .command()
                        .filter(path -> path.endsWith("/" + command))
                        .isPresent())
                .filter(process -> words(process).contains("org.ipcbench.peer.Peer"));
    }

    private static ProcessHandle processOf(Job job) {
        return ProcessHandle.of(job.pid()).orElseThrow();
    }

    private static List<String> words(ProcessHandle process) {
        return process.info().arguments().map(Arrays::asList).orElse(List.of());
    }

    private static long entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("ipcbench-"))
                    .count();
        }
    }

    /** A prefix that passes standard input and output on, as {@code podman exec -i} does. */
    private String copies() throws IOException {
        return script("cat | \"$@\" | cat");
    }

    /** A prefix that runs a script. */
    private String script(String text) throws IOException {
        return "sh " + Files.writeString(Files.createTempFile(site.root(), "prefix", ".sh"), text + "\n");
    }

    private void assertRefused(String option, String prefix, String... words) throws IOException, InterruptedException {
        assertRefused(List.of(), option, prefix, words);
    }

    private void assertRefused(List<String> more, String option, String prefix, String... words)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-t", "tcp", option, prefix));
        all.addAll(more);
        Job job = start(arguments(all.toArray(String[]::new)));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("'" + option + "'")
                .contains(words);
        assertThat(site.output()).doesNotExist();
        site.assertNothingLeft();
    }

    /** A quarter of them by turns: a time namespace is to its processes what another host is that was booted earlier or later. */
    static List<Arguments> otherClocks() {
        return Turns.today()
                .share(
                        4,
                        List.of(
                                Arguments.of("throughput", "--server-via", "-500"),
                                Arguments.of("load --rate 500", "--client-via", "300"),
                                Arguments.of("throughput", "--server-via", "100000"),
                                Arguments.of("load --rate 500", "--server-via", "-500"),
                                Arguments.of("throughput", "--client-via", "-500"),
                                Arguments.of("load --rate 500", "--server-via", "300"),
                                Arguments.of("load --rate 500", "--client-via", "100000"),
                                Arguments.of("throughput", "--client-via", "100000")));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("otherClocks")
    void noFigureRestsOnTheClocksOfTwoHosts(String question, String option, String seconds) throws Exception {
        offered(words(question, "-t", "tcp,udp", "--vary", "peer=java,c,python", option, otherClock(seconds)));

        assertThat(site.table()).hasSize(2 * 3).allSatisfy(row -> {
            boolean canBeMeasured = "tcp".equals(row.get("Transport")) || "java".equals(row.get("Variant"));
            assertThat(row.get("Status")).isIn(canBeMeasured ? MEASURED : List.of("unsupported"));
        });
        assertThat(site.table())
                .filteredOn(row -> MEASURED.contains(row.get("Status")))
                .allSatisfy(row -> {
                    assertThat(row).containsEntry("Corrupt", "0").containsEntry("LatencyP50Micros", "");
                    assertThat(row.get("ReasonKinds") + row.get("Notes")).contains("clock-bound");
                    assertThat(Double.parseDouble(row.get("AvgLatencySeconds")))
                            .as("seconds of 0.1, by one clock: %s", row)
                            .isBetween(0.05, 60.0);
                    assertThat(Double.parseDouble(row.get("OtherLoadShare") + "0"))
                            .as("empty of other programs")
                            .isBetween(0.0, 1.1);
                });
    }

    /** The launcher cannot tell by its own clock that the client measured after the 'Go'. */
    @ByTurns(day = 1)
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"-500", "300"})
    void clientOfAnotherProgramMeasuresByTheClockOfItsHost(String seconds) throws Exception {
        measured(arguments("-t", "tcp,uds", "--vary", "peer=c,python", "--client-via", otherClock(seconds)));

        assertThat(site.table()).hasSize(4).allSatisfy(row -> {
            assertThat(row).containsEntry("Status", "measured");
            assertThat(row.get("LatencyP50Micros")).isNotEmpty();
        });
    }

    /** Each of these clients has a clock of its own. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void clientsOnSeveralHostsHaveTheRateOfThoseThatTakeLongest() throws Exception {
        String counter = "echo >> %1$s; exec unshare -T --fork --monotonic $(wc -l < %1$s)00 \"$@\""
                .formatted(site.root().resolve("clients"));
        otherClock("100");
        measured(words("throughput", "-t", "uds", "--clients", "3", "--client-via", script(counter)));

        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(Double.parseDouble(row.get("AvgLatencySeconds")))
                        .isBetween(0.05, 60.0));
    }

    /** Returns a prefix behind which the clock is ahead by this. */
    private static String otherClock(String seconds) throws IOException, InterruptedException {
        assumeThat(succeeds(List.of("unshare", "-T", "--fork", "--monotonic", seconds), "true"))
                .as("a time namespace can be made here")
                .isTrue();
        return "unshare -T --fork --monotonic " + seconds;
    }

    /** The usual arguments of another question. */
    private static String[] words(String question, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments(more)));
        all.remove(0);
        all.addAll(0, List.of(question.split(" ")));
        return all.toArray(String[]::new);
    }

    private static String[] arguments(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "latency",
                "-s",
                "64",
                "-i",
                "1",
                "--duration",
                "100ms",
                "--warmup",
                "100ms",
                "--placement",
                "unpinned"));
        for (int i = 0; i < more.length; i++) {
            int known = all.indexOf(more[i]);
            if (known >= 0 && more[i].startsWith("--")) {
                all.subList(known, known + 2).clear();
            }
        }
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private void makeNetworkNamespace() throws IOException, InterruptedException {
        undoing.add(List.of("ip", "netns", "del", SERVER_NAMESPACE));
        boolean made = true;
        for (String command : List.of(
                "ip netns add " + SERVER_NAMESPACE,
                "ip link add ipcbench-t0 type veth peer name ipcbench-t1 netns " + SERVER_NAMESPACE,
                "ip addr add 10.213.77.1/24 dev ipcbench-t0",
                "ip link set ipcbench-t0 up",
                "ip -n %s addr add %s/24 dev ipcbench-t1".formatted(SERVER_NAMESPACE, SERVER_ADDRESS),
                "ip -n %s link set ipcbench-t1 up".formatted(SERVER_NAMESPACE),
                "ip -n %s link set lo up".formatted(SERVER_NAMESPACE))) {
            List<String> words = List.of(command.split(" "));
            made = made && succeeds(words.subList(0, words.size() - 1), words.get(words.size() - 1));
        }
        assumeThat(made).as("a network namespace with veth can be made here").isTrue();
    }
}
