package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ipcbench.cli.Console;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs are handed on as one file, which every command that reads runs takes; what is none is refused in one line. */
@EnabledOnOs(OS.LINUX)
class ShareUsageTest {
    private static final Cell CELL = SampleCells.cell("tin-can", 64);

    @TempDir
    private Path place;

    private Path run = Path.of("");

    @BeforeEach
    void measure() throws IOException {
        run = run("run", "0a1b2c3d");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments   | says
            share         | Missing required parameter: 'RUN'
            share nowhere | 'nowhere' is not found; give the directory of a run
            share pom.xml | 'pom.xml' is not a run; give the directory of a run
            share src     | 'src' is without a results.jsonl; give the directory of a run
            """)
    void whatIsNoRunIsRefused(String arguments, String problem) {
        assertRefused(problem, arguments.split(" ", -1));
    }

    @Test
    void existingFileIsReplacedOnlyByForce() throws IOException {
        Path file = Files.writeString(place.resolve("mine.zip"), "mine");

        assertRefused("exists; give another, or replace it with --force", "share", run.toString(), file.toString());

        assertThat(file).hasContent("mine");
        assertThat(share(run, "mine.zip", "--force")).isEqualTo(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(place)) {
            assertThat(files).containsExactlyInAnyOrder(run, file);
        }
    }

    @Test
    void fileInNoDirectoryIsRefused() {
        assertRefused("not found; create it first", "share", run.toString(), place + "/missing/a.zip");
    }

    @Test
    void sharedRunIsReadLikeTheRun() throws IOException {
        String shared = share(run, "a.zip").toString();
        String other = share(run("there", "4e5f6a7b"), "b.zip").toString();

        assertThat(Console.of("report", shared).out())
                .isEqualTo(Console.of("report", run.toString()).out());
        assertThat(Console.of("compare", shared, other).out())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("other machine: BASE ran on 0a1b2c3d, NEW on 4e5f6a7b; the ratios compare"));
        assertThat(Console.of("merge", shared, other, "-o", place + "/merged").out())
                .anySatisfy(line -> assertThat(line).contains("host 1 (0a1b2)"))
                .anySatisfy(line -> assertThat(line).contains("host 1 (4e5f6)"));
    }

    @Test
    void sharedRunIsOnlyRead() throws IOException {
        String shared = share(run, "a.zip").toString();

        assertRefused("was shared; resume the run itself, where it was measured", "resume", shared);
        assertRefused("is only read; for --export, unpack it", "report", shared, "--export", "json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "compare", "merge", "share", "resume"})
    void archiveOfAStrangerIsRefused(String command) throws IOException {
        Path file = place.resolve("evil.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("../results.jsonl"));
        }
        boolean several = command.equals("compare") || command.equals("merge");

        assertRefused(
                "is not a file of 'share': it holds '../results.jsonl'",
                several
                        ? new String[] {command, file.toString(), run.toString()}
                        : new String[] {command, file.toString()});
    }

    private Path share(Path source, String name, String... options) {
        Path file = place.resolve(name);
        Console console =
                Console.of(Stream.concat(Stream.of("share", source.toString(), file.toString()), Stream.of(options))
                        .toArray(String[]::new));
        assertThat(console.exitCode()).as(String.join("\n", console.err())).isZero();
        assertThat(console.out()).anySatisfy(line -> assertThat(line).contains("| verdict |"));
        return file;
    }

    private static void assertRefused(String problem, String... arguments) {
        Console console = Console.of(arguments);

        assertThat(console.err()).singleElement().asString().contains(problem, arguments[0] + " --help");
        assertThat(console.exitCode()).isEqualTo(2);
    }

    private Path run(String name, String host) throws IOException {
        Path directory = Files.createDirectory(place.resolve(name));
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(Instant.EPOCH, 42, new PeerJvm("17.0.15", 17, List.of()), Map.of()),
                        directory.resolve(EnvironmentFile.FILE_NAME));
        RunIdentity identity = new RunIdentity(
                host,
                host,
                "boot",
                "0.1.0",
                "1234567",
                "2026-02-03T04:05:06Z",
                List.of("throughput"),
                Map.of("host", "build7"),
                List.of());
        Plan plan = new Plan(List.of(CELL), 3, 0, 42);
        try (ResultsLog log = ResultsLog.create(directory.resolve(ResultsLog.FILE_NAME), plan, identity, null)) {
            for (int round = 1; round <= 3; round++) {
                log.iterationEnded(SampleCells.measured(CELL, round, 1 + round * 0.01, 2_000));
            }
            log.end(3, false);
        }
        return directory;
    }
}
