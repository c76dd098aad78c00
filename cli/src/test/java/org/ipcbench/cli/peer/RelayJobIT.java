package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.text.CommandWords;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Something that passes on what client and server send each other. */
@EnabledOnOs(OS.LINUX)
class RelayJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    @Test
    void relaysAreMeasuredBesideTheDirectWay() throws Exception {
        requireCommand("cc");
        Job job = latency("uds,ring-futex", "none,c", "--relay-hops", "1,2", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).hasSize(6).allSatisfy(row -> {
            boolean direct = row.get("Relay").equals("none");
            boolean refused = row.get("Transport").equals("ring-futex") && !direct;
            assertThat(row).containsEntry("Status", refused ? "unsupported" : "measured");
            if (!refused) {
                assertThat(row).containsEntry("Messages", "2000");
                assertThat(row.get("AuxiliaryCpuSeconds").isEmpty())
                        .as("nobody but relays")
                        .isEqualTo(direct);
            }
        });
        assertThat(job.out()).anyMatch(line -> line.startsWith("a hop: "));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        site.assertNothingLeft();
    }

    /** One that serves a single connection, and ends with it. */
    @ByTurns(day = 0)
    @Test
    void relayOfOthersMayServeOneConnection() throws Exception {
        requireCommand("socat");
        Job job = latency("uds", "'socat UNIX-LISTEN:{in} UNIX-CONNECT:{out}'", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table().get(0).get("AuxiliaryCpuSeconds")).isNotEmpty();
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void otherProgramsMeetThroughARelay() throws Exception {
        requireCommand("cc");
        Job job = latency("tcp", "c", "--peer", "java:c", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table().get(0)).containsEntry("Relay", "c").containsEntry("Messages", "2000");
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void relayThatEndsEarlyFailsItsCell() throws Exception {
        Job job = latency("uds", "none,\"sh -c 'echo tired >&2; exit 3' {in} {out}\"", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table().get(0)).containsEntry("Status", "measured");
        assertThat(site.table().get(1)).containsEntry("Status", "failed");
        assertThat(site.table().get(1).get("Reason")).contains("ended with exit code 3; last words: tired");
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void relayThatIsKilledFailsItsCell() throws Exception {
        requireCommand("cc");
        Job job = latency("tcp", "c", "--verbose", "--duration", "1h", "-i", "1");
        job.awaitMeasuring(1, Role.SERVER);
        List<ProcessHandle> relays = relays(job);

        assertThat(relays).hasSize(1).allMatch(ProcessHandle::destroyForcibly);

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table().get(0).get("Reason")).contains("the relay 'c' ended with exit code 137");
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void relaysRunBesideThePeersAndEndWithAKilledLauncher() throws Exception {
        requireCommand("cc");
        List<Integer> cpus = CpuSet.allowed().list();
        assumeThat(cpus).hasSizeGreaterThan(1);
        Job job = latency(
                "uds",
                "c",
                "--relay-hops",
                "2",
                "--placement",
                "cpu:%d,%d".formatted(cpus.get(0), cpus.get(1)),
                "--verbose",
                "--duration",
                "1h",
                "-i",
                "1");
        job.awaitMeasuring(1, Role.SERVER);
        List<ProcessHandle> relays = relays(job);
        assertThat(relays)
                .extracting(RelayJobIT::listensAt, RelayJobIT::runsOn)
                .containsExactlyInAnyOrder(
                        tuple("r1-1", cpus.get(0).toString()),
                        tuple("r1-2", cpus.get(1).toString()));

        job.kill("KILL");

        await().atMost(PROMPTLY).until(() -> relays.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** One that never listens takes the time after which it is given up. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void relayThatNeverListensFailsItsCell() throws Exception {
        Job job = latency("uds", "\"sh -c 'echo deaf >&2; sleep 1000' {in} {out}\"", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table().get(0).get("Reason")).contains("does not listen at", "last words: deaf");
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void haproxyGetsItsConfiguration() throws Exception {
        requireCommand("haproxy");
        Job job = latency("uds,tcp", "haproxy -f {file}", "-n", "2000", "-i", "1");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).hasSize(2).allSatisfy(row -> assertThat(row).containsEntry("Messages", "2000"));
        site.assertNothingLeft();
    }

    /** Every transport that can have one, with several clients at their own listeners and at one. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyTransportWithAStreamSocketCanBeRelayed() throws Exception {
        requireCommand("cc");
        Job all = latency("all", "c", "-n", "500", "-i", "1");
        assertThat(all.exitCode()).as("%s%n%s", all.out(), all.err()).isZero();
        for (Map<String, String> row : site.table()) {
            assertThat(row.get("Status")).as("%s", row).isNotEqualTo("failed");
        }
        Job several = latency("uds", "c", "--clients", "3", "--listener", "own,one", "-n", "600", "-i", "1");
        assertThat(several.exitCode())
                .as("%s%n%s", several.out(), several.err())
                .isZero();
        site.assertNothingLeft();
    }

    private static void requireCommand(String name) {
        assumeThat(CommandWords.isCommand(name)).as(name).isTrue();
    }

    private static List<ProcessHandle> relays(Job job) {
        return ProcessHandle.of(job.pid())
                .orElseThrow()
                .descendants()
                .filter(process -> Stream.of(process.info().arguments().orElse(new String[0]))
                        .findFirst()
                        .filter("--relay"::equals)
                        .isPresent())
                .toList();
    }

    private static String listensAt(ProcessHandle relay) {
        return Path.of(relay.info().arguments().orElseThrow()[1]).getFileName().toString();
    }

    private static String runsOn(ProcessHandle relay) {
        return new ProcessStatus(new KernelFile(Path.of("/proc/%d/status".formatted(relay.pid()))).lines())
                .allowedCpus();
    }

    private Job latency(String transports, String relays, String... further) throws Exception {
        return start(Stream.concat(
                        Stream.of("latency", "-t", transports, "--relay", relays, "-s", "64", "--warmup", "20ms"),
                        List.of(further).contains("--placement")
                                ? Stream.of(further)
                                : Stream.concat(Stream.of("--placement", "same-cpu"), Stream.of(further)))
                .toArray(String[]::new));
    }
}
