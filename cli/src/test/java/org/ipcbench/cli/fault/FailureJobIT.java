package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.scratch.ProcessIdentity;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that die, hang or are interrupted while a cell is being measured. */
@EnabledOnOs(OS.LINUX)
class FailureJobIT extends RunningJobs {
    /** Long enough to be struck in the middle of it, short enough where a cell is to get through. */
    private static final String BRIEF = "3s";

    private static final String ENDLESS = "1h";
    private static final Path QUEUES = Path.of("/proc/sysvipc/msg");
    /** Longer than the time-out of those that are stopped. */
    private static final Duration PAUSE = Duration.ofMillis(6500);

    /** More than a twentieth of {@link #BRIEF}. */
    private static final Duration STANDSTILL = Duration.ofMillis(200);

    /** Of two cells, this seed measures the one named first before the other. */
    private static final String FIFO_FIRST = "1";

    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    @Test
    void dyingPeerFailsOnlyItsOwnIteration() throws IOException, InterruptedException, CsvValidationException {
        Job job = start(lasting(BRIEF, "fifo,uds"));
        job.awaitStreaming(Role.SERVER).destroyForcibly();

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.notes()).containsExactly("results in " + site.run());
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("fifo, "))
                .singleElement()
                .asString()
                .contains("failed: fifo: ", "server ended with exit code 137");
        Map<String, String> broken = row("fifo");
        assertThat(broken)
                .containsEntry("Status", "failed")
                .containsEntry("Verdict", "invalid")
                .containsEntry("AvgThroughputMBps", "");
        assertThat(broken.get("Reason")).contains("server ended with exit code 137");
        assertThat(row("uds")).containsEntry("Status", "measured");
        assertThat(site.log()).filteredOn(line -> line.has("failure")).hasSize(1);
        site.assertNothingLeft();
    }

    /** The sender of a lossy transport goes on without a receiver. */
    @Tag("full")
    @ByTurns(day = 0)
    @Test
    void stoppedPeerFailsTheCellAtTheTimeout() throws IOException, InterruptedException, CsvValidationException {
        Job job =
                start(lasting(ENDLESS, "udp", "--timeout", "8s", "--verbose", "--jvm-args=-Xlog:gc+init=info:stderr"));
        ProcessHandle server = job.awaitMeasuring(1, Role.SERVER);
        Job.kill("STOP", Long.toString(server.pid()));

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("udp, "))
                .singleElement()
                .asString()
                .contains("no progress for 8 s (nothing heard from the server", "--timeout", "server last words: ");
        assertThat(row("udp")).containsEntry("Status", "failed");
        site.assertNothingLeft();
    }

    /** Nobody of an ordinary class acts: the launcher stands still, too. Until then, spinners leave all others little time. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void kernelEndsASpinnerInAClassForRealtimeThatRunsAway() throws IOException, InterruptedException {
        assumeTrue(succeeds(List.of("chrt", "--fifo", "1"), "true"), "this user may not use a class for realtime");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a spinner takes a CPU of its own");
        String[] spinning = {"--scheduler", "fifo:1", "--placement", "split-cpu", "--timeout", "12s", "--verbose"};
        Job job = start(lasting("8s", "ring-spin", spinning));
        ProcessHandle server = job.awaitMeasuring(1, Role.SERVER);
        ProcessHandle client = job.awaitMeasuring(1, Role.CLIENT);
        job.kill("STOP");
        Job.kill("STOP", Long.toString(server.pid()));

        await().atMost(PROMPTLY).until(() -> ProcessIdentity.of(client.pid()).isEmpty());
        job.kill("CONT");
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isBetween(0, 1);
        site.assertNothingLeft();
    }

    /** Too short for its course in sixteenths to tell, and for the time-out. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void peerThatStandsStillForATwentiethMakesTheFigureSuspect()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start(lasting(BRIEF, "uds", "--verbose"));
        ProcessHandle server = job.awaitMeasuring(1, Role.SERVER);
        Job.kill("STOP", Long.toString(server.pid()));
        Thread.sleep(STANDSTILL.toMillis());
        Job.kill("CONT", Long.toString(server.pid()));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(row("uds").get("Reason")).contains("a peer exchanged nothing for");
        site.assertNothingLeft();
    }

    /** Ctrl-Z reaches the whole group of processes; this one lasts longer than the time-out. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void pausedRunRepeatsTheIteration() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(List.of("setsid"), lasting("10s", "fifo", "--timeout", "6s", "--verbose"));
        job.awaitMeasuring(1, Role.SERVER);
        Job.kill("STOP", "-" + job.pid());
        Thread.sleep(PAUSE.toMillis());
        Job.kill("CONT", "-" + job.pid());

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(job.notes())
                .filteredOn(line -> !line.startsWith("verbose: "))
                .satisfiesExactly(
                        repeated -> assertThat(repeated)
                                .matches("fifo: the run was paused for [6-9]\\.\\d s in the measured part; .*"
                                        + "; iteration 1 is repeated"),
                        place -> assertThat(place).isEqualTo("results in " + site.run()));
        assertThat(row("fifo")).containsEntry("Status", "measured");
        assertThat(site.log())
                .satisfiesExactly(
                        paused -> assertThat(paused.getAsJsonObject("failure")
                                        .get("message")
                                        .getAsString())
                                .contains("was paused for"),
                        measured -> assertThat(measured.has("measurement")).isTrue());
        site.assertNothingLeft();
    }

    /**
     * Ctrl-C reaches the whole group of processes, not the launcher alone. {@code TerminalJobIT} has it by the key, and
     * {@code ResumeJobIT} a signal to the launcher.
     */
    @Tag("full")
    @Test
    void ctrlCKeepsWhatWasMeasured() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(List.of("setsid", "env", "--default-signal=INT"), lasting(ENDLESS, "fifo,uds"));
        job.awaitStreaming(Role.SERVER);
        Job.kill("INT", "-" + job.pid());

        assertThat(job.exitCode()).isEqualTo(130);
        assertThat(job.notes()).containsExactly("interrupted; results in " + site.run());
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactly(tuple("fifo", "not-measured"), tuple("uds", "not-measured"));
        assertThat(site.run().resolve("output.csv"))
                .hasSameBinaryContentAs(site.output().resolve("output.csv"));
        site.assertNothingLeft();
    }

    @Test
    void nextRunRemovesTheScratchDirectoryOfADeadLauncherOnly() throws IOException, InterruptedException {
        Process dead = new ProcessBuilder("true").start();
        Path leftOver = scratchDirectory("ipcbench-dead", dead.pid());
        dead.waitFor();
        Path inUse = scratchDirectory("ipcbench-alive", ProcessHandle.current().pid());
        Path foreign = Files.createDirectory(site.temporary().resolve("not-ours"));

        assertThat(start(single()).exitCode()).isZero();
        assertThat(leftOver).doesNotExist();
        assertThat(site.scratchDirectories()).containsExactlyInAnyOrder(inUse, foreign);
    }

    /** The kernel keeps a System V queue when nobody is left who has it. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void nextRunRemovesTheQueuesOfProcessesKilledTogether() throws IOException, InterruptedException {
        assumeTrue(Files.exists(QUEUES), "this machine has no System V message queues");
        Job job = start(lasting(ENDLESS, "sysv-mq", "--verbose"));
        job.awaitMeasuring(1, Role.SERVER);
        Set<Integer> keys = recordedKeys();
        for (ProcessHandle process : site.processes()) {
            Job.kill("STOP", Long.toString(process.pid())); // or one would see the other's end and tidy up
        }
        site.processes().forEach(ProcessHandle::destroyForcibly);
        await().atMost(PROMPTLY).until(() -> site.processes().isEmpty());
        assertThat(keys).hasSize(2).isSubsetOf(queueKeys());

        assertThat(start(single()).exitCode()).isZero();
        assertThat(queueKeys()).doesNotContainAnyElementsOf(keys);
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void unprintableOutputIsAFailure() throws IOException, InterruptedException, CsvValidationException {
        List<String> nowhere = List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh");
        Job job = startBehind(nowhere, single());

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.notes())
                .satisfiesExactly(
                        place -> assertThat(place).isEqualTo("results in " + site.run()),
                        lost -> assertThat(lost).contains("standard output could not be written"));
        assertThat(row("tcp")).containsEntry("Status", "measured");
        site.assertNothingLeft();
    }

    @Test
    void fullDiskIsFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        List<String> ownMounts = List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");
        Files.createDirectory(site.output());
        String mount = "mount -t tmpfs -o size=128k tmpfs " + site.output();
        assumeTrue(succeeds(ownMounts, mount), "this machine allows no mounts in user namespaces");
        List<String> prefix = new ArrayList<>(ownMounts);
        prefix.addAll(List.of(mount + " && \"$@\"; code=$?; find " + site.output() + " >&2; exit $code", "sh"));
        Job job = startBehind(prefix, single());

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.out()).isEmpty();
        assertThat(job.err())
                .satisfiesExactly(
                        line -> assertThat(line).contains("--output", " bytes, 131072 are free", "KiB free"),
                        left -> assertThat(left).isEqualTo(site.output().toString()));
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void resultsArePrintedThoughTheyCannotBeWritten() throws IOException, InterruptedException {
        Job job = start(lasting(BRIEF, "fifo,uds"));
        job.awaitStreaming(Role.SERVER);
        Path run = site.run();
        Job.run("rm", "-r", site.output().toString());

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Mean throughput: "))
                .hasSize(2);
        assertThat(job.notes())
                .containsExactly(
                        "cannot write %s: No such file or directory; tried again after the next iteration"
                                .formatted(run.resolve("output.csv")),
                        "plots are left out: cannot write %s: No such file or directory; and 1 more"
                                .formatted(run.resolve("throughput-bars.svg")),
                        "report.html is left out: cannot write %s: No such file or directory"
                                .formatted(run.resolve("report.html")),
                        "cannot write %s: No such file or directory".formatted(run.resolve("output.csv")),
                        "cannot write %s: No such file or directory"
                                .formatted(site.output().resolve("output.csv")));
        site.assertNothingLeft();
    }

    /** One iteration of each transport, which goes on for a time unless something happens to it. */
    private static String[] lasting(String duration, String transports, String... more) {
        List<String> arguments = new ArrayList<>(List.of(once(transports)));
        arguments.addAll(List.of("--seed", FIFO_FIRST, "--duration", duration));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    /** One iteration of one message, as any run may follow. */
    private static String[] single() {
        List<String> arguments = new ArrayList<>(List.of(once("tcp")));
        arguments.addAll(List.of("-n", "1"));
        return arguments.toArray(String[]::new);
    }

    private static String[] once(String transports) {
        return new String[] {"throughput", "-i", "1", "--warmup", "1ms", "-t", transports};
    }

    private Map<String, String> row(String transport) throws IOException, CsvValidationException {
        return site.table().stream()
                .filter(row -> transport.equals(row.get("Transport")))
                .findFirst()
                .orElseThrow();
    }

    /** A scratch directory whose record names a process of this machine as the owner. */
    private Path scratchDirectory(String name, long pid) throws IOException {
        Path directory = Files.createDirectory(site.temporary().resolve(name));
        long startTicks =
                ProcessIdentity.of(pid).map(ProcessIdentity::startTicks).orElse(1L);
        Files.writeString(
                directory.resolve("owner"),
                "owner %d %d %s %s %s"
                        .formatted(
                                pid,
                                startTicks,
                                Files.readSymbolicLink(Path.of("/proc/self/ns/pid")),
                                kernelSetting("random/boot_id"),
                                kernelSetting("hostname")));
        Files.createFile(directory.resolve("left.socket"));
        return directory;
    }

    private static String kernelSetting(String name) throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel", name)).strip();
    }

    /** The keys of the queues that the only scratch directory has records of. */
    private Set<Integer> recordedKeys() throws IOException {
        Set<Integer> keys = new TreeSet<>();
        try (DirectoryStream<Path> records =
                Files.newDirectoryStream(site.scratchDirectories().get(0), "sysv-mq.*")) {
            for (Path record : records) {
                String name = record.toString();
                keys.add(HexFormat.fromHexDigits(name.substring(name.lastIndexOf('.') + 1)));
            }
        }
        return keys;
    }

    /** The keys of all queues there are, whoever has made them. */
    private static Set<Integer> queueKeys() throws IOException {
        return Files.readAllLines(QUEUES).stream()
                .skip(1) // the columns' names
                .map(line -> Integer.valueOf(line.strip().split(" +", -1)[0]))
                .collect(Collectors.toSet());
    }
}
