package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.SampleSettings;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.SharedFiles.PublicFields;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SharedFilesTest {
    private static final String OLD = "-Da=/home/jane/old.jar";
    private static final Cell BEFORE = SampleCells.cell("tin-can", 64).withVariant(new Variant(OLD));
    private static final Cell NOW = SampleCells.cell("tin-can", 64).withVariant(new Variant("-Da=/home/jane/new.jar"));
    private static final String[] PRIVATE = {
        "build7", "corp", "jane", "secret", "payments", "10.1.2.3", "old.jar", "new.jar", "/home", "/work"
    };

    @TempDir
    private Path directory;

    @Test
    void noFileHasAPrivateName() throws IOException {
        SharedFiles shared = SharedFiles.of(run());

        Map<String, String> files = contents(shared.files().archive());
        assertThat(files).containsOnlyKeys("results.jsonl", "environment.json", "output.csv", "report.html");
        assertThat(files).allSatisfy((name, text) -> assertThat(text).doesNotContainIgnoringCase(PRIVATE));
        assertThat(shared.text())
                .doesNotContainIgnoringCase(PRIVATE)
                .contains(
                        "JDK 17.0.15",
                        "| verdict |",
                        "failed: left out",
                        "Measured by ipcbench 0.1.0 (1234567), 2026-02-03T04:05:06Z.");
        assertThat(shared.name()).isEqualTo("ipcbench-2026-02-03T04-05-06Z-6f1c2");
    }

    @Test
    void figuresAreThoseOfTheRun() throws IOException {
        RecordedRun run = run();

        SharedFiles shared = SharedFiles.of(run);

        Path file = Files.write(directory.resolve("shared.zip"), shared.files().archive());
        RecordedRun read = RecordedRun.read(file);
        assertThat(read.directory()).isEmpty();
        assertThat(read.result().cells())
                .extracting(cell -> cell.cell().variantName())
                .containsExactly("variant 1 (6f1c2)", "variant 2 (6f1c2)");
        assertThat(figures(read))
                .isEqualTo(figures(run)
                        .replace("'" + OLD, "variant 1 (6f1c2)")
                        .replaceAll("'-Da=/\\S*?jar", "variant 2 (6f1c2)"));
        Path lines = Files.writeString(
                directory.resolve("shared.jsonl"),
                contents(shared.files().archive()).get("results.jsonl"));
        RecordSchema.assertDescribes(lines);
    }

    @Test
    void sharedRunIsSharedAgainWithoutAChange() throws IOException {
        byte[] archive = SharedFiles.of(run()).files().archive();
        Path file = Files.write(directory.resolve("shared.zip"), archive);

        assertThat(SharedFiles.of(RecordedRun.read(file)).files().archive()).isEqualTo(archive);
    }

    static Stream<Workload> workloads() {
        return Stream.concat(
                SampleWorkloads.ofEveryQuestion().stream(),
                Stream.of(
                        SampleWorkloads.mixed(),
                        SampleWorkloads.traced(),
                        SampleWorkloads.bothWays(),
                        new PingPong(new Extent.Count(9), Shape.of(new SizeMix.Lognormal(512, 0.5)), Payload.FULL)));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyQuestionIsSharedAndReadAgainWithoutTheNamesOfFiles(Workload workload) throws IOException {
        Cell cell = SampleCells.cellOf(workload);
        Path run = Files.createDirectory(directory.resolve("run"));
        new EnvironmentFile().write(SampleRun.environment(), run.resolve(EnvironmentFile.FILE_NAME));
        Plan plan = new Plan(List.of(cell), 1, 0, 42);
        try (ResultsLog log = ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), plan, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(cell, 1, 1, 2_000));
            log.end(1, false);
        }

        byte[] archive = SharedFiles.of(RecordedRun.read(run)).files().archive();

        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContain("trace:calls"));
        RecordedRun shared = RecordedRun.read(Files.write(directory.resolve("shared.zip"), archive));
        assertThat(shared.result().cells())
                .singleElement()
                .extracting(result -> result.cell().workload().question())
                .isEqualTo(workload.question());
    }

    /** A run with any setting can be shared; what somebody made up is numbered. */
    @Test
    void settingsOfACellAreSharedButForCommandsAndNames() throws IOException {
        CellSettings unusual = SampleSettings.unusual(Placement.UNPINNED, "JDK of jane")
                .with(Dimension.HOST, "build7")
                .with(Dimension.RELAY, "/home/jane/relay {in} {out}")
                .with(Dimension.PROGRAM, "/home/jane/answer");
        Cell usual = SampleCells.cell("tin-can", 64);
        Cell cell = new Cell(usual.transport(), usual.workload(), unusual, Feasibility.UNKNOWN);
        Path run = Files.createDirectory(directory.resolve("run"));
        new EnvironmentFile().write(SampleRun.environment(), run.resolve(EnvironmentFile.FILE_NAME));
        Plan plan = new Plan(List.of(cell, usual.with(Dimension.RELAY, "c")), 1, 0, 42);
        try (ResultsLog log = ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), plan, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(cell, 1, 1, 2_000));
            log.end(1, false);
        }

        byte[] archive = SharedFiles.of(RecordedRun.read(run)).files().archive();

        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContainIgnoringCase(PRIVATE));
        RecordedRun shared = RecordedRun.read(Files.write(directory.resolve("shared.zip"), archive));
        assertThat(shared.result().cells())
                .extracting(result -> result.cell().settings())
                .containsExactly(
                        unusual.with(Dimension.VARIANT, new Variant("variant 1 (6f1c2)"))
                                .with(Dimension.HOST, "host 1 (6f1c2)")
                                .with(Dimension.RELAY, "relay 1 (6f1c2)")
                                .with(Dimension.PROGRAM, "program 1 (6f1c2)"),
                        usual.with(Dimension.RELAY, "c").settings());
    }

    @Test
    void noNameOfOneSharedRunIsOneOfAnother() {
        JsonObject cell = new JsonObject();
        cell.addProperty("variant", "-Da=1");
        JsonArray flags = new JsonArray();
        flags.add("-Xint");
        flags.add("-Downer=jane");
        cell.add("flags", flags);

        assertThat(new PublicFields("6f1c2", true).of(cell))
                .hasToString("{\"variant\":\"variant 1 (6f1c2)\",\"flags\":[\"-Xint\",\"left out (6f1c2)\"]}")
                .isNotEqualTo(new PublicFields("77aa0", true).of(cell));
    }

    /** The words of an obstacle are the suite's, unless a peer or its prefix is somebody else's, or a file is missing. */
    @Test
    void unsupportedCellTellsWhy() {
        JsonObject obstacle = new JsonObject();
        obstacle.addProperty("status", "UNSUPPORTED");
        obstacle.addProperty("reason", "carries at most 8192 bytes");
        JsonObject cell = new JsonObject();
        cell.add("obstacle", obstacle);

        assertThat(new PublicFields("6f1c2", true).of(cell)).isEqualTo(cell);
        assertThat(new PublicFields("6f1c2", false).of(cell).toString()).contains("UNSUPPORTED", "left out");
        obstacle.addProperty("status", "UNAVAILABLE");
        assertThat(new PublicFields("6f1c2", true).of(cell).toString()).contains("UNAVAILABLE", "left out");
    }

    private RecordedRun run() throws IOException {
        Path run = Files.createDirectory(directory.resolve("jane"));
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(
                                        Instant.EPOCH,
                                        42,
                                        new PeerJvm(
                                                "17.0.15", 17, List.of("-cp", "/home/jane/old.jar:/srv/secret/b.jar")),
                                        Map.of("tin-can", "can of /srv/secret"),
                                        Map.of(OLD, new PeerJvm("17.0.15", 17, List.of(OLD)))),
                        run.resolve(EnvironmentFile.FILE_NAME));
        RunIdentity sample = SampleIdentity.RUN;
        RunIdentity identity = new RunIdentity(
                sample.id(),
                sample.host(),
                sample.boot(),
                sample.suite(),
                sample.commit(),
                sample.startedAt(),
                List.of(
                        "latency",
                        "--server-via",
                        "podman exec -i payments",
                        "--label",
                        "host=build7",
                        "-o",
                        "/srv/secret/output"),
                Map.of("host", "build7", "owner", "jane"),
                List.of());
        Map<String, String> variants = new LinkedHashMap<>();
        variants.put(BEFORE.variantName(), BEFORE.variantName());
        variants.put(NOW.variantName(), NOW.variantName());
        RunTerms terms = new RunTerms(
                60_000_000_000L,
                false,
                List.of(),
                null,
                List.of("-Dx=/home/jane"),
                List.of(),
                "thread",
                variants,
                null,
                null,
                null);
        Plan plan = new Plan(List.of(BEFORE, NOW), 3, 0, 42);
        try (ResultsLog log = ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), plan, identity, terms)) {
            for (Cell cell : plan.cells()) {
                log.iterationEnded(SampleCells.measured(cell, 1, 1, 2_000));
                log.iterationEnded(SampleCells.measured(cell, 2, 1.1, 2_000));
                log.iterationEnded(
                        SampleCells.failed(cell, 3, "the server at 10.1.2.3 died; see /srv/secret/hs_err.log"));
            }
            log.end(3, false);
        }
        return RecordedRun.read(run);
    }

    private static String figures(RecordedRun run) throws IOException {
        return new CsvReport(RunOrigin.UNKNOWN)
                .text(run.result())
                .lines()
                .map(line -> line.replaceAll("the server at 10.1.2.3 died; see [^\",; ]*", "left out"))
                .reduce("", (text, line) -> text + line + "\n");
    }

    private static Map<String, String> contents(byte[] archive) throws IOException {
        Map<String, String> contents = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                contents.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return contents;
    }
}
