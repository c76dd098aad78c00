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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule.FixedRounds;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.SampleSettings;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.SharedFiles.PublicFields;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** With what is left of each: names of files, and of codecs that the suite does not have, are numbered. */
    static Stream<Arguments> workloads() {
        PingPong mixed = (PingPong) SampleWorkloads.mixed();
        PingPong coded = (PingPong) SampleWorkloads.coded();
        Load traced = (Load) SampleWorkloads.traced();
        Stream<Workload> nameless = Stream.concat(
                SampleWorkloads.ofEveryQuestion().stream(),
                Stream.of(
                        SampleWorkloads.bothWays(),
                        SampleWorkloads.inFlight(),
                        calls(Shape.of(new SizeMix.Lognormal(512, 0.5)))));
        return Stream.concat(
                nameless.map(workload -> Arguments.of(workload, workload)),
                Stream.of(
                        Arguments.of(mixed, mixed(mixed, "mix 1 (6f1c2)")),
                        Arguments.of(coded, calls(coded.call().coded("codec 1 (6f1c2)"))),
                        Arguments.of(traced, traced(traced, "trace:file 1 (6f1c2)"))));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyQuestionIsSharedAndReadAgainWithoutTheNamesOfFiles(Workload workload, Workload left) throws IOException {
        Cell cell = new Cell(ListedTransport.of("tin-can"), workload, CellSettings.USUAL, Feasibility.UNKNOWN);
        RecordedRun run = recorded(List.of(cell), List.of());

        byte[] archive = SharedFiles.of(run).files().archive();

        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContain("trace:calls", "mix:sizes"));
        assertThat(read(archive).result().cells())
                .singleElement()
                .extracting(result -> result.cell().workload())
                .isEqualTo(left);
    }

    /** Else figures of one cell would be added to those of another. */
    @Test
    void cellsThatDifferInAnythingDoSoInASharedRun() throws IOException {
        PingPong mixed = (PingPong) SampleWorkloads.mixed();
        PingPong coded = (PingPong) SampleWorkloads.coded();
        Load traced = (Load) SampleWorkloads.traced();
        Stream<Workload> workloads = Stream.concat(
                workloads().map(each -> (Workload) each.get()[0]),
                Stream.of(
                        mixed(mixed, "mix:payments"),
                        traced(traced, "trace:payments"),
                        calls(coded.call().coded("payments")),
                        calls(coded.call().coded("raw"))));
        CellSettings unusual = SampleSettings.unusual(Placement.UNPINNED, OLD);
        Cell usual = uncertain(ListedTransport.of("tin-can"), CellSettings.USUAL);
        Stream<CellSettings> settings = Stream.of(
                        Setting.all().stream()
                                .filter(setting -> setting != Dimension.CLIENT_THREADS && setting != Dimension.SERVING)
                                .map(setting -> only(setting, unusual)),
                        Stream.of(new Clients(4, true, Serving.THREADS), new Clients(4, false, Serving.SELECTOR))
                                .map(clients -> CellSettings.USUAL.with(clients)),
                        settings(Dimension.RELAY, List.of("/home/jane/a {in} {out}", "/home/jane/b {in} {out}")),
                        settings(Dimension.PROGRAM, List.of("sh", "java", "/home/jane/a", "/home/jane/b")),
                        settings(Dimension.HOST, List.of("build7", "build8")),
                        settings(Dimension.VARIANT, List.of(new Variant("jane"), new Variant("corp"))))
                .flatMap(each -> each);
        List<Cell> cells = Stream.of(
                        workloads.map(
                                each -> new Cell(usual.transport(), each, CellSettings.USUAL, Feasibility.UNKNOWN)),
                        settings.map(each -> uncertain(usual.transport(), each)),
                        Stream.of("secret-can", "secret-tin")
                                .map(id -> uncertain(ListedTransport.of(id), CellSettings.USUAL)))
                .flatMap(each -> each)
                .distinct()
                .toList();
        RecordedRun run = recorded(cells, List.of("a".repeat(64)));

        byte[] archive = SharedFiles.of(run).files().archive();

        RecordedRun shared = read(archive);
        assertThat(shared.header().cells()).hasSameSizeAs(cells).doesNotHaveDuplicates();
        for (Dimension dimension : Dimension.ALL) {
            assertThat(firstOfEach(dimension, shared.header().cells()))
                    .as(dimension.key())
                    .isEqualTo(firstOfEach(dimension, run.header().cells()));
        }
        assertThat(shared.result().cells())
                .allSatisfy(result ->
                        assertThat(result.summary().orElseThrow().iterations()).hasSize(1));
        RecordSchema.assertDescribes(Files.writeString(
                directory.resolve("shared.jsonl"), contents(archive).get("results.jsonl")));
        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContainIgnoringCase(PRIVATE));
    }

    /** A run with any setting can be shared; what somebody made up is numbered, and nothing else. */
    @Test
    void settingsOfACellAreSharedButForCommandsAndNames() throws IOException {
        CellSettings unusual = SampleSettings.unusual(Placement.UNPINNED, "JDK of jane")
                .with(Dimension.HOST, "build7")
                .with(Dimension.RELAY, "/home/jane/relay {in} {out}")
                .with(Dimension.PROGRAM, "/home/jane/answer");
        Cell usual = SampleCells.cell("tin-can", 64);
        Cell cell = new Cell(usual.transport(), usual.workload(), unusual, Feasibility.UNKNOWN);
        List<Cell> cells = List.of(usual.with(Dimension.RELAY, "c"), cell);
        Plan plan = new Plan(cells, cells, new FixedRounds(1), Optional.empty(), 0, 42);

        byte[] archive =
                SharedFiles.of(recorded(plan, List.of(), List.of())).files().archive();

        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContainIgnoringCase(PRIVATE));
        RunHeader shared = read(archive).header();
        assertThat(shared.baselines()).isEqualTo(shared.cells());
        assertThat(shared.cells())
                .extracting(Cell::settings)
                .containsExactly(
                        usual.with(Dimension.RELAY, "c").settings(),
                        unusual.with(Dimension.VARIANT, new Variant("variant 1 (6f1c2)"))
                                .with(Dimension.HOST, "host 1 (6f1c2)")
                                .with(Dimension.RELAY, "relay 1 (6f1c2)")
                                .with(Dimension.PROGRAM, "program 1 (6f1c2)"));
    }

    @Test
    void adviceStaysIfNothingIsNumbered() throws IOException {
        Cell cell = SampleCells.cell("tin-can", 64).with(Dimension.RELAY, "c");
        recorded(List.of(cell), List.of());
        ResultsLog.advise(directory.resolve("run"), List.of("Take tin-can."));

        byte[] archive = SharedFiles.of(RecordedRun.read(directory.resolve("run")))
                .files()
                .archive();

        assertThat(contents(archive).get("results.jsonl")).contains("Take tin-can.");
    }

    /** The names of a plugin's transports are those that its author gave. */
    @ParameterizedTest
    @CsvSource({"--plugin=/home/jane/a.jar,''", "'',aa00"})
    void transportOfAPluginIsNumberedAndSaysNothing(String argument, String digest) throws IOException {
        Cell cell = new Cell(
                new ListedTransport(
                        new TransportInfo("jane-link", "Link of jane", "JANE", Set.of("corp"), 1),
                        Availability.available(),
                        Traits.blockingStream()
                                .withSizeLimit(new SizeLimit(1 << 20, "raise payments.max"))
                                .withBuffer("the secret ring")),
                SampleCells.cell("tin-can", 64).workload(),
                CellSettings.USUAL,
                Feasibility.UNKNOWN);
        List<String> plugins = digest.isEmpty() ? List.of() : List.of(digest.repeat(16));
        RecordedRun run = recorded(new Plan(List.of(cell), 1, 0, 42), List.of("throughput", argument), plugins);

        SharedFiles shared = SharedFiles.of(run);

        byte[] archive = shared.files().archive();
        assertThat(contents(archive))
                .allSatisfy((name, text) -> assertThat(text).doesNotContainIgnoringCase(PRIVATE));
        assertThat(read(archive).header().cells()).extracting(Cell::transportId).containsExactly("transport-1-6f1c2");
        assertThat(shared.text()).contains("transport-1-6f1c2");
        assertThat(SharedFiles.of(read(archive)).files().archive()).isEqualTo(archive);
    }

    /** A transport tells of a death in its own words. */
    @Test
    void wordsOfATransportStayOnlyIfAllPeersAreTheSuites() {
        JsonObject aftermath = new JsonObject();
        aftermath.addProperty("words", "reset by payments");
        aftermath.add("left", new JsonArray());
        aftermath.getAsJsonArray("left").add("secret.lock");
        JsonObject fanOut = new JsonObject();
        fanOut.addProperty("label", "ring of jane");
        JsonObject measurement = new JsonObject();
        measurement.add("aftermath", aftermath);
        measurement.add("fanOut", fanOut);
        JsonObject line = new JsonObject();
        line.add("measurement", measurement);

        assertThat(new PublicFields("6f1c2", true, Set.of()).of(line)).isEqualTo(line);
        assertThat(List.of(
                        new PublicFields("6f1c2", false, Set.of()).of(line),
                        new PublicFields("6f1c2", true, Set.of("jane-link")).of(line)))
                .allSatisfy(
                        copy -> assertThat(copy.toString()).contains("left out").doesNotContainIgnoringCase(PRIVATE));
        assertThat(line.toString()).contains("payments", "secret", "jane");
    }

    @Test
    void programOfATransportsOwnIsFoundUnderItsNumber() {
        JsonObject programs = new JsonObject();
        programs.addProperty("jane-link", "python3 a.py:python3 a.py");
        JsonObject environment = new JsonObject();
        environment.add("ownPrograms", programs);

        assertThat(new PublicFields("6f1c2", false, Set.of("jane-link")).of(environment))
                .hasToString("{\"ownPrograms\":{\"transport-1-6f1c2\":\"left out\"}}");
    }

    @Test
    void noNameOfOneSharedRunIsOneOfAnother() {
        JsonObject cell = new JsonObject();
        cell.addProperty("variant", "-Da=1");
        JsonArray flags = new JsonArray();
        flags.add("-Xint");
        flags.add("-Downer=jane");
        cell.add("flags", flags);

        assertThat(new PublicFields("6f1c2", true, Set.of()).of(cell))
                .hasToString("{\"variant\":\"variant 1 (6f1c2)\",\"flags\":[\"-Xint\",\"left out (6f1c2)\"]}")
                .isNotEqualTo(new PublicFields("77aa0", true, Set.of()).of(cell));
    }

    /** The words of an obstacle are the suite's, unless a peer or its prefix is somebody else's, or a file is missing. */
    @Test
    void unsupportedCellTellsWhy() {
        JsonObject obstacle = new JsonObject();
        obstacle.addProperty("status", "UNSUPPORTED");
        obstacle.addProperty("reason", "carries at most 8192 bytes");
        JsonObject cell = new JsonObject();
        cell.add("obstacle", obstacle);

        assertThat(new PublicFields("6f1c2", true, Set.of()).of(cell)).isEqualTo(cell);
        assertThat(new PublicFields("6f1c2", false, Set.of()).of(cell).toString())
                .contains("UNSUPPORTED", "left out");
        obstacle.addProperty("status", "UNAVAILABLE");
        assertThat(new PublicFields("6f1c2", true, Set.of()).of(cell).toString())
                .contains("UNAVAILABLE", "left out");
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
        RunIdentity identity = identity(
                List.of(
                        "latency",
                        "--server-via",
                        "podman exec -i payments",
                        "--label",
                        "host=build7",
                        "-o",
                        "/srv/secret/output"),
                Map.of("host", "build7", "owner", "jane"));
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

    /** A run with an iteration of each cell. */
    private RecordedRun recorded(List<Cell> cells, List<String> plugins) throws IOException {
        return recorded(new Plan(cells, 1, 0, 42), SampleIdentity.RUN.arguments(), plugins);
    }

    private RecordedRun recorded(Plan plan, List<String> arguments, List<String> plugins) throws IOException {
        Path run = Files.createDirectory(directory.resolve("run"));
        new EnvironmentFile().write(SampleRun.environment(), run.resolve(EnvironmentFile.FILE_NAME));
        RunTerms terms = new RunTerms(
                60_000_000_000L, false, List.of(), null, List.of(), plugins, "thread", Map.of(), null, null, null);
        try (ResultsLog log =
                ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), plan, identity(arguments, Map.of()), terms)) {
            for (Cell cell : plan.cells()) {
                log.iterationEnded(SampleCells.measured(cell, 1, 1, 2_000));
            }
            log.end(1, false);
        }
        return RecordedRun.read(run);
    }

    private static RunIdentity identity(List<String> arguments, Map<String, String> labels) {
        RunIdentity sample = SampleIdentity.RUN;
        return new RunIdentity(
                sample.id(),
                sample.host(),
                sample.boot(),
                sample.suite(),
                sample.commit(),
                sample.startedAt(),
                arguments,
                labels,
                List.of());
    }

    private RecordedRun read(byte[] archive) throws IOException {
        return RecordedRun.read(Files.write(directory.resolve("shared.zip"), archive));
    }

    private static Cell uncertain(Transport transport, CellSettings settings) {
        return new Cell(transport, SampleCells.cell("tin-can", 64).workload(), settings, Feasibility.UNKNOWN);
    }

    private static <V> CellSettings only(Setting<V> setting, CellSettings settings) {
        return CellSettings.USUAL.with(setting, settings.get(setting));
    }

    private static <V> Stream<CellSettings> settings(Setting<V> setting, List<V> values) {
        return values.stream().map(value -> CellSettings.USUAL.with(setting, value));
    }

    /** By each cell the first one with the same value. */
    private static List<Integer> firstOfEach(Dimension dimension, List<Cell> cells) {
        List<Optional<?>> values =
                cells.stream().<Optional<?>>map(dimension::of).toList();
        return values.stream().map(values::indexOf).toList();
    }

    private static PingPong calls(Shape shape) {
        return new PingPong(new Extent.Count(7), shape, Payload.FULL);
    }

    private static PingPong mixed(PingPong calls, String label) {
        SizeMix.Weighted mix =
                (SizeMix.Weighted) Objects.requireNonNull(calls.call().mix());
        return calls(with(calls.call(), new SizeMix.Weighted(label, mix.parts())));
    }

    private static Load traced(Load load, String label) {
        Shape call = Objects.requireNonNull(load.call());
        SizeMix.Trace mix = (SizeMix.Trace) Objects.requireNonNull(call.mix());
        return load.of(with(
                call, new SizeMix.Trace(label, mix.dueNanos(), mix.bytes(), mix.answerBytes(), mix.serverNanos())));
    }

    private static Shape with(Shape shape, SizeMix mix) {
        return new Shape(
                shape.requestBytes(), shape.ownAnswerBytes(), shape.work(), shape.inFlight(), mix, shape.codec());
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
