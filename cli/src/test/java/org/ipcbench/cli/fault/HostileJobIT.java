package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Surroundings that lack something: the program says what in one line, and measures what can be measured. */
@EnabledOnOs(OS.LINUX)
class HostileJobIT extends RunningJobs {
    private static final List<String> OWN_MOUNTS =
            List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");
    private static final List<String> CONTAINER = List.of(
            "unshare",
            "--user",
            "--map-root-user",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "sh",
            "-c");

    /** No account of any machine; {@code nobody} has a name. */
    private static final String NAMELESS = "54321";

    /** Hides what is in {@code /dev}, shared memory included, and keeps what every program needs. */
    private static final String BARE_DEVICES = "mount -t tmpfs none %1$s"
            + " && for n in null zero random urandom; do : > %1$s/$n && mount --bind /dev/$n %1$s/$n || exit; done"
            + " && mount --rbind %1$s /dev";

    /** From this Java version on, native calls need no native code that a library unpacks. */
    private static final int JVM_THAT_CALLS_BY_ITSELF = 22;

    private static final String NO_SHELL = "mount --bind /dev/null /bin/sh";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rmdir T                                                     | is not a directory",
                "mount -t tmpfs -o ro tmpfs T                                | Read-only file system",
                "mount -t tmpfs -o size=64k tmpfs T                          | bytes free, but a run unpacks up to",
                "mount -t tmpfs -o size=16k tmpfs T; cp /bin/ls T/x 2>&- ; : | No space left on device"
            })
    void uselessDirectoryForTemporaryFilesIsFoundBeforeTheFirstMeasurement(String command, String reason)
            throws IOException, InterruptedException {
        Job job = startBehind(
                after(OWN_MOUNTS, command.replace("T", site.temporary().toString())), tiny("tcp"));

        assertRefused(job, site.temporary().toString(), reason, "java -Djava.io.tmpdir=DIR");
    }

    @Test
    void pathTooLongForASocketIsCountedInBytes() throws IOException, InterruptedException {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
        site = JobSite.at(Files.createDirectory(site.root().resolve("\u00e4".repeat(20))));

        assertRefused(start(tiny("tcp")), "is too long for Unix sockets", "java -Djava.io.tmpdir=DIR");
    }

    @Test
    void umaskThatTakesTheOwnersRightsIsFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        Job job = startBehind(asNameless("umask 0777; exec \"$@\""), tiny("tcp"));

        assertRefused(job, "set a umask that leaves the owner's rights, such as umask 077");
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void transportsThatUnpackNativeCodeAreUnavailableWhereNoneCanBeLoaded() throws IOException, InterruptedException {
        Job job = startBehind(
                after(OWN_MOUNTS, "mount -t tmpfs -o noexec tmpfs " + site.temporary()),
                "throughput",
                "--placement",
                "unpinned",
                "-t",
                "tcp,sysv-mq,uds-junix,netty-uds,grpc-tcp",
                "-s",
                "64",
                "--dry-run");

        assertThat(job.exitCode()).isZero();
        String place = "loads native code from %s, which is mounted noexec".formatted(site.temporary());
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("throughput "))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("tcp").doesNotContain("unavailable"),
                        line -> assertThat(line)
                                .contains("sysv-mq")
                                .matches(text -> Runtime.version().feature() >= JVM_THAT_CALLS_BY_ITSELF
                                        || text.contains("unavailable, jnr-ffi " + place)),
                        line -> assertThat(line).contains("uds-junix", "unavailable, junixsocket " + place),
                        line -> assertThat(line).contains("netty-uds", "unavailable, Netty " + place),
                        line -> assertThat(line).contains("grpc-tcp", "unavailable, gRPC " + place));
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void cpuOutsideOfTheAffinityIsUsedWhereItIsGiven()
            throws IOException, InterruptedException, CsvValidationException {
        List<Integer> cpus = CpuSet.allowed().list();
        assumeThat(cpus).hasSizeGreaterThan(1);
        String placement = "cpu:%d,%d".formatted(cpus.get(0), cpus.get(cpus.size() - 1));

        Job job = startBehind(List.of("taskset", "-c", cpus.get(0).toString()), tiny("pipe", "--placement", placement));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).extracting(row -> row.get("Status")).containsExactly("measured");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void tasksetWithoutLongOptionsPlacesPeers() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(
                withTaskset(
                        "case $1 in --*) echo unrecognized option >&2; exit 1;; esac; PATH=${PATH#*:} exec taskset \"$@\""),
                tiny("pipe", "--placement", "same-cpu"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).extracting(row -> row.get("Status")).containsExactly("measured");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void placementIsUnsupportedWhereTasksetFails() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(
                withTaskset("echo no such call >&2; exit 1"), tiny("pipe", "--placement", "unpinned,same-cpu"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("Placement"), row -> row.get("Status"))
                .containsExactly(tuple("unpinned", "measured"), tuple("same-cpu", "unsupported"));
        assertThat(site.table().get(1))
                .containsEntry(
                        "Reason", "'same-cpu' needs the command taskset; install util-linux (taskset: no such call)");
    }

    /** A prefix that puts this script before the machine's own {@code taskset}. */
    private List<String> withTaskset(String script) throws IOException {
        Path directory = Files.createDirectory(site.root().resolve("bin"));
        Path command = Files.writeString(directory.resolve("taskset"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        return List.of("env", "PATH=%s:%s".formatted(directory, System.getenv("PATH")));
    }

    @ByTurns(day = 0)
    @Test
    void spinningTransportsAreNotMeasuredOnOneCpu() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(onLastCpu(), tiny("tcp,ring-spin"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactlyInAnyOrder(tuple("tcp", "measured"), tuple("ring-spin", "unsupported"));
        assertThat(row("ring-spin").get("Reason")).contains("both peers spin, but share one CPU");
        site.assertNothingLeft();
    }

    /** Process 1 of a container without shell, shared memory and CPU 0. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void barestContainerMeasuresWhatItCan() throws IOException, InterruptedException, CsvValidationException {
        Path devices = Files.createDirectory(site.root().resolve("dev"));
        List<String> prefix = after(CONTAINER, BARE_DEVICES.formatted(devices) + " && " + NO_SHELL);
        prefix.addAll(onLastCpu());
        Job job = startBehind(prefix, tiny("tcp,posix-mq,ring-futex"));

        assertThat(job.exitCode()).as("named, and not available").isEqualTo(1);
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactlyInAnyOrder(
                        tuple("tcp", "measured"), tuple("posix-mq", "measured"), tuple("ring-futex", "unavailable"));
        assertThat(row("ring-futex").get("Reason")).contains("needs /dev/shm");
        assertThat(job.notes()).containsExactly("results in " + site.run());
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Test
    void userWithoutNameAndHomeMeasuresWithoutACache()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(asNameless("exec env -u HOME -u XDG_CACHE_HOME \"$@\""), tiny("tcp"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(job.err().get(0))
                .isEqualTo("peers start without a class archive, which takes longer: this user has no home directory;"
                        + " set XDG_CACHE_HOME to a directory for caches");
        assertThat(row("tcp")).containsEntry("Status", "measured");
        assertThat(Path.of("?")).doesNotExist();
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void runBesideAnotherOneSaysSo() throws IOException, InterruptedException {
        Job other = start(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "tcp",
                "--duration",
                "1h",
                "--warmup",
                "1ms",
                "--verbose");
        other.awaitMeasuring(1, Role.SERVER);
        Job job = start(tiny("tcp"));

        assertThat(job.exitCode()).isZero();
        assertThat(job.notes())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("process %d is measuring at the same time, in ".formatted(other.pid())),
                        place -> assertThat(place).startsWith("results in "));
        other.kill("KILL");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void transportsWithoutNativeCodeAreMeasuredWhereNoneCanBeLoaded()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(
                after(OWN_MOUNTS, "mount -t tmpfs -o noexec tmpfs " + site.temporary()),
                tiny("tcp,fifo,uds,pipe,zmq,zmq-ipc,udp"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).allSatisfy(row -> assertThat(row).containsEntry("Status", "measured"));
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void sharedMemoryOf64MebibytesIsEnough() throws IOException, InterruptedException, CsvValidationException {
        Job job = startBehind(
                after(OWN_MOUNTS, "mount -t tmpfs -o size=64m tmpfs /dev/shm"),
                tiny("sysv-shm,ring-spin,ring-futex,aeron-ipc"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).allSatisfy(row -> assertThat(row).containsEntry("Status", "measured"));
        site.assertNothingLeft();
    }

    /** One line says which, and how it is raised. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nproc=20  | more threads, and an iteration takes more than 30 | ulimit -u",
                "--nofile=18 | files and sockets open, and needs at least         | ulimit -n"
            })
    void limitThatFailsEveryIterationIsFoundBeforeTheFirstMeasurement(String limit, String statement, String remedy)
            throws IOException, InterruptedException {
        assertRefused(startWithin(limit, tiny("tcp")), statement, remedy);
    }

    @Test
    void loopbackThatIsDownIsFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        List<String> network = List.of("unshare", "--user", "--map-root-user", "--net");
        assumeTrue(succeeds(network, "true"), "this machine allows no network namespaces of a user");

        assertRefused(
                startBehind(network, tiny("tcp,udp,zmq,grpc-tcp,http")),
                "tcp, zmq, udp, grpc-tcp, http: 127.0.0.1 cannot be reached",
                "ip link set lo up");
        Job dry = startBehind(network, tiny("tcp,uds", "--dry-run"));
        assertThat(dry.exitCode()).as("%s", dry.err()).isZero();
        assertThat(dry.out())
                .filteredOn(line -> line.startsWith("throughput "))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("tcp", "unavailable, 127.0.0.1 cannot be reached"),
                        line -> assertThat(line).contains("uds").doesNotContain("unavailable"));
    }

    @ByTurns(day = 0)
    @Test
    void transportsWhoseFilesAreTooLargeForTheLimitAreLeftOut()
            throws IOException, InterruptedException, CsvValidationException {
        List<String> limit = List.of("prlimit", "--fsize=524288");

        assertRefused(
                startBehind(limit, tiny("ring-futex,aeron-ipc")),
                "ring-futex: its file of ",
                "aeron-ipc: its file of ",
                "ulimit -f unlimited");
        Job job = startBehind(limit, tiny("ring-futex,uds"));
        assertThat(job.exitCode()).as("named, and not available").isEqualTo(1);
        assertThat(row("uds")).containsEntry("Status", "measured");
        assertThat(row("ring-futex")).containsEntry("Status", "unavailable");
        assertThat(job.out()).filteredOn(line -> line.startsWith("ring-futex")).hasSize(1);
    }

    @Test
    void optionThatNoTransportHasIsRefusedInOneLine() throws IOException, InterruptedException {
        assertRefused(
                start("throughput", "-t", "http,zmq-ipc", "--buffer", "64K", "-s", "64..1M"),
                "nothing can be measured: zmq-ipc, http: has no configurable buffer; omit --buffer");
    }

    /** A launcher that is told to be modest starts; its peers would not. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void tooFewAddressesAreFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        String modest = "JDK_JAVA_OPTIONS=-Xmx32m -XX:CompressedClassSpaceSize=16m -XX:ReservedCodeCacheSize=32m";
        Job job = startBehind(List.of("env", modest, "prlimit", "--as=1100000000"), tiny("tcp"));

        assertThat(job.exitCode()).as("%s", job.err()).isEqualTo(2);
        assertThat(job.err()).last().asString().contains("MiB of addresses, and a peer reserves", "ulimit -v");
        assertThat(site.output()).doesNotExist();
    }

    /** It may suffice for another machine's JVM. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void limitThatHappensToBeTooLowFailsTheCell() throws IOException, InterruptedException, CsvValidationException {
        Job job = startWithin("--nproc=50", tiny("tcp"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(1);
        assertThat(row("tcp")).containsEntry("Status", "failed");
        assertThat(row("tcp").get("Reason")).contains("ulimit -u").doesNotContain("\n");
        site.assertNothingLeft();
    }

    /** Their limit is another one than that of descriptors, and so are the queues' own settings. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void posixQueuesAreLeftOutWhereTheUserMayHaveNone()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = startWithin("--msgqueue=0", tiny("posix-mq,null"));

        assertThat(job.exitCode()).as("named, and not available").isEqualTo(1);
        assertThat(row("posix-mq")).containsEntry("Status", "unavailable");
        assertThat(row("posix-mq").get("Reason"))
                .contains("Max msgqueue size is 0 bytes", "ulimit -q unlimited raises it");
        assertThat(row("null")).containsEntry("Status", "measured");
    }

    /** What the kernel counts for a queue is as the program reckons: one byte less, and a message does not fit. */
    @ByTurns(day = 0)
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"0, measured", "-1, unsupported"})
    void posixQueuesTakeAllThatTheUserMayHave(int more, String status)
            throws IOException, InterruptedException, CsvValidationException {
        int twoQueuesOfOneMessage = 2 * (1024 + 96);
        Job job = startWithin("--msgqueue=" + (twoQueuesOfOneMessage + more), tiny("posix-mq,null"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(row("posix-mq")).containsEntry("Status", status);
        site.assertNothingLeft();
    }

    /** Of the hierarchy's own root only: other groups belong to whoever has made them. */
    @ByTurns(day = 1)
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"50, 1", "25, 2"})
    void tooFewProcessesInTheControlGroupAreNamed(int processes, int exitCode)
            throws IOException, InterruptedException, CsvValidationException {
        Path root = Path.of("/sys/fs/cgroup/pids");
        assumeTrue(
                Files.isWritable(root)
                        && Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                                .anyMatch(line -> line.endsWith(":pids:/")),
                "this machine lets nobody make a control group of processes here");
        Path group = Files.createDirectory(
                root.resolve("ipcbench-it-" + ProcessHandle.current().pid()));
        try {
            Files.writeString(group.resolve("pids.max"), Integer.toString(processes));
            Job job = startBehind(
                    new ArrayList<>(List.of(
                            "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh")),
                    tiny("tcp"));

            assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(exitCode);
            if (exitCode == 2) {
                assertRefused(job, "the control group allows ", "raise pids.max");
            } else {
                assertThat(row("tcp").get("Reason")).contains("pids.max").doesNotContain("\n");
            }
            site.assertNothingLeft();
        } finally {
            endAll();
            Files.delete(group);
        }
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void dialogueFindsAUselessDirectoryToo() throws IOException, InterruptedException {
        Job job = Job.startDialogue(
                site, after(OWN_MOUNTS, "mount -t tmpfs -o ro tmpfs " + site.temporary()), "interactive");
        jobs.add(job);

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err()).singleElement().asString().contains("Read-only file system");
    }

    private static String[] tiny(String transports, String... more) {
        String unpinned = List.of(more).contains("--placement") ? "" : " --placement unpinned";
        String options = "throughput -i 1 -s 1024 -n 1000 --warmup 1ms -t " + transports + unpinned;
        return Stream.concat(Stream.of(options.split(" ")), Stream.of(more)).toArray(String[]::new);
    }

    /** As a user without privileges: root may have as many processes as it likes. */
    private Job startWithin(String limit, String... arguments) throws IOException, InterruptedException {
        List<String> prefix = new ArrayList<>(List.of("prlimit", limit));
        prefix.addAll(asNameless("exec \"$@\""));
        return startBehind(prefix, arguments);
    }

    /** One line, no file, nothing measured. */
    private void assertRefused(Job job, String... parts) throws IOException, InterruptedException {
        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.out()).isEmpty();
        assertThat(job.err()).singleElement().asString().contains(parts);
        assertThat(site.output()).doesNotExist();
    }

    private Map<String, String> row(String transport) throws IOException, CsvValidationException {
        return site.table().stream()
                .filter(row -> transport.equals(row.get("Transport")))
                .findFirst()
                .orElseThrow();
    }

    /** A prefix that has a shell run a command in namespaces of its own before it becomes the program. */
    private List<String> after(List<String> namespaces, String command) throws IOException, InterruptedException {
        assumeTrue(
                succeeds(namespaces, "mount -t tmpfs tmpfs " + site.temporary()),
                "this machine allows no mounts in user namespaces");
        List<String> prefix = new ArrayList<>(namespaces);
        prefix.addAll(List.of(command + " && exec \"$@\"", "sh"));
        return prefix;
    }

    /** A prefix that has a shell of a user without a name run a command, which ends in running its arguments. */
    private List<String> asNameless(String command) throws IOException, InterruptedException {
        List<String> other = List.of("setpriv", "--reuid", NAMELESS, "--regid", NAMELESS, "--clear-groups", "sh", "-c");
        assumeTrue(
                succeeds(other, "test -r " + Job.JAR),
                "this user cannot become another one, or that one cannot read the jar");
        for (Path directory : List.of(site.root(), site.temporary())) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return Stream.concat(other.stream(), Stream.of(command, "sh")).toList();
    }

    /** A prefix that leaves one CPU, which is not the first one where there are several. */
    private static List<String> onLastCpu() throws IOException {
        List<Integer> cpus = CpuSet.allowed().list();
        return List.of("taskset", "-c", cpus.get(cpus.size() - 1).toString());
    }
}
