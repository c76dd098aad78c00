package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file goes from one process to the other, whole or not at all. */
@EnabledOnOs(OS.LINUX)
class TransferJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofSeconds(30);

    /** In messages of 16 bytes, 8 of them content, it takes longer than any test looks on. */
    private static final int LARGE_BYTES = 128 << 20;

    private static final int GROWING_BYTES = 16 << 20;

    private static final String OLD = "what was there before";

    private Path file = Path.of("");
    private Path target = Path.of("");

    @BeforeEach
    void chooseFiles() throws IOException {
        Path files = Files.createDirectory(site.root().resolve("files"));
        file = files.resolve("file");
        target = files.resolve("target");
    }

    @Test
    void losslessTransportDeliversTheFile() throws IOException, InterruptedException, CsvValidationException {
        assertEachDelivers((1 << 20) + 1, "tcp,udp,posix-mq,null");
    }

    /** An empty file, whole messages only, and a short one at the end. */
    static List<Integer> sizes() {
        return Turns.today().one(List.of(0, 1 << 20, (1 << 20) + 1));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("sizes")
    void everyLosslessTransportDeliversTheFile(int bytes)
            throws IOException, InterruptedException, CsvValidationException {
        assertEachDelivers(bytes, "standard,ring-spin,null");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void emptyFileIsDelivered() throws IOException, InterruptedException, CsvValidationException {
        assertDelivered(0, "uds,null");
        assertThat(site.log()).hasSize(2);
    }

    private void assertEachDelivers(int bytes, String transports)
            throws IOException, InterruptedException, CsvValidationException {
        assertDelivered(bytes, transports);
        assertThat(site.table())
                .filteredOn(row -> "unsupported".equals(row.get("Status")))
                .extracting(row -> row.get("Transport"), row -> row.get("Reason"))
                .containsExactly(tuple("udp", "may lose messages, but transfer needs every one"));
        assertThat(site.log()).hasSizeGreaterThan(2);
    }

    /** Messages of 1032 bytes carry 1024 of the file. */
    private void assertDelivered(int bytes, String transports)
            throws IOException, InterruptedException, CsvValidationException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Files.write(file, content);

        Job job = start(
                "transfer",
                file.toString(),
                "--to",
                target.toString(),
                "-t",
                transports,
                "-i",
                "1",
                "-s",
                "1032",
                "--warmup",
                "1ms");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(target).hasBinaryContent(content);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
        assertThat(site.table()).allSatisfy(row -> {
            boolean measured = "measured".equals(row.get("Status"));
            assertThat(row)
                    .containsEntry("Workload", "transfer")
                    .containsEntry("PacketSize", "1032")
                    .containsEntry("Messages", measured ? String.valueOf(Math.max(1, (bytes + 1023) / 1024)) : "");
        });
        assertThat(site.log())
                .allSatisfy(line -> assertThat(
                                line.getAsJsonObject("measurement").get("bytes").getAsLong())
                        .isEqualTo(bytes));
        assertThat(job.out())
                .anySatisfy(line -> assertThat(line)
                        .matches("Seconds per file: mean \\d+\\.\\d{6}, fastest \\d+\\.\\d{6}, slowest \\d+\\.\\d{6}"));
        assertNothingBut(file, target);
    }

    @ByTurns(day = 0)
    @Test
    void nothingIsWrittenWithoutATarget() throws IOException, InterruptedException, CsvValidationException {
        Files.write(file, new byte[100_000]);

        Job job = start("transfer", file.toString(), "-t", "uds", "-s", "4K", "-i", "2", "--warmup", "1ms");

        assertThat(job.exitCode()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("PacketSize"), row -> row.get("TotalDataSize"))
                .containsExactly(tuple("4096", "0.095367"));
        assertNothingBut(file);
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void generatedFilesAreTheSameForTheSameSeed() throws IOException, InterruptedException {
        assertThat(generated("100001", "7")).isZero();
        byte[] first = Files.readAllBytes(file);
        assertThat(first).hasSize(100_001);
        assertThat(target).hasBinaryContent(first);

        assertThat(generated("100001", "7", "--force")).isZero();
        assertThat(file).hasBinaryContent(first);
        assertThat(generated("100001", "8", "--force")).isZero();
        assertThat(Files.readAllBytes(file)).hasSize(100_001).isNotEqualTo(first);
        assertNothingBut(file, target);
    }

    private int generated(String size, String seed, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "transfer",
                file.toString(),
                "--to",
                target.toString(),
                "--generate",
                size,
                "--seed",
                seed,
                "-i",
                "1",
                "-t",
                "uds",
                "--warmup",
                "1ms"));
        arguments.addAll(List.of(more));
        return start(arguments.toArray(String[]::new)).exitCode();
    }

    @ByTurns(day = 1)
    @Test
    void existingFileIsReplacedOnlyWithForce() throws IOException, InterruptedException {
        Files.write(file, new byte[10]);
        Files.writeString(target, OLD);
        Path link = Files.createSymbolicLink(file.resolveSibling("link"), target);

        Job refused = start("transfer", file.toString(), "--to", link.toString(), "-t", "uds");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).singleElement().asString().contains("--to", "exists", "--force");
        assertThat(target).hasContent(OLD);

        Job forced = start(
                "transfer",
                file.toString(),
                "--to",
                link.toString(),
                "--force",
                "-i",
                "1",
                "-t",
                "uds",
                "--warmup",
                "1ms");
        assertThat(forced.exitCode()).isZero();
        assertThat(target).hasBinaryContent(new byte[10]);
        assertThat(link).isSymbolicLink();
        assertNothingBut(file, link, target);
    }

    @ByTurns(day = 0)
    @Test
    void dyingServerLeavesTheTargetUnchanged() throws IOException, InterruptedException, CsvValidationException {
        assertTargetOutlives(Role.SERVER);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void dyingClientLeavesTheTargetUnchanged() throws IOException, InterruptedException, CsvValidationException {
        assertTargetOutlives(Role.CLIENT);
    }

    private void assertTargetOutlives(Role victim) throws IOException, InterruptedException, CsvValidationException {
        Job job = startLong();
        job.peer(victim).orElseThrow().destroyForcibly();

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("Status", "failed"))
                .extracting(row -> row.get("Reason"))
                .asString()
                .contains(victim.label() + " ended with exit code 137");
        assertTargetIsAsItWas();
    }

    /** Ctrl-C reaches the whole group of processes, not the launcher alone. */
    @ByTurns(day = 1)
    @Test
    void ctrlCLeavesTheTargetUnchanged() throws IOException, InterruptedException {
        Job job = startLong("setsid", "env", "--default-signal=INT");
        Job.kill("INT", "-" + job.pid());

        assertThat(job.exitCode()).isEqualTo(130);
        assertTargetIsAsItWas();
    }

    @Tag("full")
    @Test
    void peersWithoutLauncherLeaveTheTargetUnchanged() throws IOException, InterruptedException {
        startLong().kill("KILL");

        await().atMost(PROMPTLY).untilAsserted(this::assertTargetIsAsItWas);
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void nextRunRemovesThePartialFileOfProcessesKilledTogether() throws IOException, InterruptedException {
        startLong();
        for (ProcessHandle process : site.processes()) {
            Job.kill("STOP", Long.toString(process.pid())); // or one would see the other's end and tidy up
        }
        site.processes().forEach(ProcessHandle::destroyForcibly);
        await().atMost(PROMPTLY).until(() -> site.processes().isEmpty());
        assertThat(partial()).isNotEmpty();

        assertThat(start("throughput", "-i", "1", "-t", "tcp", "-n", "1", "--warmup", "1ms")
                        .exitCode())
                .isZero();
        assertTargetIsAsItWas();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void growingFileFails() throws IOException, InterruptedException, CsvValidationException {
        Files.write(file, new byte[GROWING_BYTES]);
        Job job = start("transfer", file.toString(), "-i", "1", "-t", "fifo", "-s", "16", "--warmup", "1ms");
        job.awaitStreaming(Role.CLIENT);
        Files.write(file, new byte[1], StandardOpenOption.APPEND);

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table())
                .singleElement()
                .extracting(row -> row.get("Reason"))
                .asString()
                .contains("had %d bytes, and has %d now".formatted(GROWING_BYTES, GROWING_BYTES + 1));
    }

    @Test
    void diskThatFillsUpFailsTheCellAndKeepsTheTarget()
            throws IOException, InterruptedException, CsvValidationException {
        Files.write(file, new byte[16 << 20]);
        SmallDisk disk = new SmallDisk(site.root().resolve("disk"), 24);
        String another = "\"$@\" & job=$!; until [ -s %s/.*.partial ] || ! kill -0 $job; do sleep 0.05; done; "
                        .formatted(disk.path())
                + "cat /dev/zero > %s/another 2> /dev/null; wait $job".formatted(disk.path());
        Job job = startOn(disk, another, "-s", "16", "--warmup", "1ms");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(1);
        assertThat(site.table())
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("Status", "failed")
                        .extractingByKey("Reason")
                        .asString()
                        .contains("server failed: ", "cannot write byte ", "No space left on device"));
        assertThat(job.err()).endsWith("another", "target", OLD);
        assertNothingBut(file);
    }

    @ByTurns(day = 0)
    @Test
    void diskThatIsTooSmallIsFoundBeforeTheFirstMeasurement() throws IOException, InterruptedException {
        Files.write(file, new byte[3 << 20]);
        Job job = startOn(new SmallDisk(site.root().resolve("disk"), 1), "\"$@\"");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(2);
        assertThat(job.out()).isEmpty();
        assertThat(job.err()).hasSize(3).endsWith("target", OLD);
        assertThat(job.err().get(0))
                .matches(
                        ".*'--to': '.*/disk/target' needs 3\\.0 MiB, but its file system has only 0\\.9 MiB available; .*");
        assertThat(site.output()).doesNotExist();
        assertNothingBut(file);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void diskWithSpaceForOneCopyIsTooSmallForTwoIterations() throws IOException, InterruptedException {
        Files.write(file, new byte[3 << 20]);
        SmallDisk disk = new SmallDisk(site.root().resolve("disk"), 5);

        assertThat(startOn(disk, "\"$@\"", "--warmup", "1ms").exitCode()).isZero();
        Job twice = startOn(disk, "\"$@\"", "-i", "2");
        assertThat(twice.exitCode()).as("%s%n%s", twice.out(), twice.err()).isEqualTo(2);
        assertThat(twice.err()).first().asString().contains("'--to'", "needs 6.0 MiB, but its file system has only ");
    }

    /**
     * A file system of its own, which a job and nobody else sees.
     *
     * @param path where
     * @param mebibytes its size
     */
    private record SmallDisk(Path path, int mebibytes) {
        private static final List<String> OWN_MOUNTS =
                List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");

        /** The command behind which a job runs on this disk as the script says; at the end it shows what is there. */
        List<String> prefix(String script) throws IOException, InterruptedException {
            Files.createDirectories(path);
            String mount = "mount -t tmpfs -o size=%dm tmpfs %s && echo '%s' > %s/target"
                    .formatted(mebibytes, path, OLD, path);
            assumeTrue(succeeds(OWN_MOUNTS, mount), "this machine allows no mounts in user namespaces");
            List<String> prefix = new ArrayList<>(OWN_MOUNTS);
            prefix.add("%s && { %s; code=$?; ls -A %s >&2; cat %s/target >&2; exit $code; }"
                    .formatted(mount, script, path, path));
            prefix.add("sh");
            return prefix;
        }
    }

    /** Sends the file to a target on a disk, in the place of what is there. */
    private Job startOn(SmallDisk disk, String script, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "transfer",
                file.toString(),
                "--to",
                disk.path().resolve("target").toString(),
                "--force",
                "-t",
                "uds"));
        arguments.addAll(List.of(more));
        if (!arguments.contains("-s")) {
            arguments.addAll(List.of("-s", "4K"));
        }
        if (!arguments.contains("-i")) {
            arguments.addAll(List.of("-i", "1"));
        }
        Job job = startBehind(disk.prefix(script), arguments.toArray(String[]::new));
        return job;
    }

    /** One cell that takes minutes, over a target there is, behind a command if there is one; returns in its middle. */
    private Job startLong(String... prefix) throws IOException {
        Files.writeString(target, OLD);
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(LARGE_BYTES);
        }
        Job job = startBehind(
                List.of(prefix),
                "transfer",
                file.toString(),
                "--to",
                target.toString(),
                "--force",
                "-t",
                "fifo",
                "-i",
                "1",
                "-s",
                "16",
                "--warmup",
                "1ms");
        job.awaitStreaming(Role.SERVER);
        await().atMost(PROMPTLY)
                .until(() -> partial().stream().anyMatch(path -> path.toFile().length() > 0));
        return job;
    }

    private List<Path> partial() throws IOException {
        try (Stream<Path> entries = Files.list(file.getParent())) {
            return entries.filter(entry -> entry.toString().endsWith(".partial"))
                    .toList();
        }
    }

    private void assertTargetIsAsItWas() throws IOException {
        assertThat(target).hasContent(OLD);
        assertNothingBut(file, target);
    }

    private void assertNothingBut(Path... files) throws IOException {
        site.assertNothingLeft();
        try (Stream<Path> entries = Files.list(file.getParent())) {
            assertThat(entries).containsExactlyInAnyOrder(files);
        }
    }
}
