package org.ipcbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.RunConditions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportsTest {
    private static final String MACHINE = "Some CPU, 2 CPUs, Linux 6.18, JDK 17.0.15";
    private static final Cell POST = SampleCells.roundTrips(ListedTransport.of("post"), 1024);
    private static final Cell STREAM = SampleCells.cell("pigeon", 1024);
    private static final Cell FAILED = SampleCells.cell("broken", 1024);
    private static final Cell CORRUPT = SampleCells.cell(ListedTransport.lossy("scrawl"), 1024);
    private static final RunResult RUN = new RunResult(
            List.of(
                    repeated(POST, 1.0, 1.1, 1.05),
                    SampleCells.result(STREAM, 2, 1_000_000),
                    new CellResult(FAILED, 1, List.of(SampleCells.failed(FAILED, 1, "the server | died"))),
                    SampleCells.resultWith(CORRUPT, new Losses(0, 0, 0, 3))),
            false);

    private final Locale locale = Locale.getDefault();

    @TempDir
    private Path directory;

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @Test
    void markdownHasTheTablesAndTheDoubts() throws IOException {
        export(RUN, ExportFormat.MARKDOWN);

        assertThat(Files.readAllLines(directory.resolve("table.md")))
                .contains(
                        "ipcbench latency",
                        MACHINE,
                        "**latency, 1024 bytes, placement unpinned, blocking wait**",
                        "| rank | transport | round trips/s | × of best | extra us | p50 us | p99 us | p99.9 us | CPU"
                                + " ns | verdict |",
                        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
                .anyMatch(line -> line.startsWith("- broken, ") && line.endsWith(" failed: the server \\| died"))
                .anyMatch(line -> line.startsWith("| 1 | post | 977 ± "))
                .noneMatch(line -> line.startsWith("+--"));
    }

    /** Names may come from another's record. */
    @Test
    void markdownNamesAreNoLinksNoCodeAndNobody() throws IOException {
        Cell named = POST.withVariant(new Variant("[x](https://y) `z` @all #12 www.example.org"));
        export(new RunResult(List.of(SampleCells.result(named, 1)), false), ExportFormat.MARKDOWN);

        assertThat(Files.readString(directory.resolve("table.md")))
                .contains("\\[x\\](https:<!-- -->//y) \\`z\\` @<!-- -->all #<!-- -->12 www<!-- -->.example.org");
    }

    @Test
    void jsonHasEveryFigureOfTheCsvWithItsUnitAndTheVerdict() throws IOException {
        export(RUN, ExportFormat.JSON);

        JsonArray cells = object("cells.json").getAsJsonArray("cells");
        assertThat(cells).hasSize(4);
        JsonObject first = cells.get(0).getAsJsonObject();
        assertThat(first.get("Transport").getAsString()).isEqualTo("post");
        assertThat(first.get("PacketSize").getAsInt()).isEqualTo(1024);
        assertThat(first.get("Verdict").getAsString()).isEqualTo("valid");
        JsonObject rate = first.getAsJsonObject("Figures").getAsJsonObject("AvgMessagesPerSecond");
        assertThat(rate.get("value").getAsDouble())
                .isEqualTo(Double.parseDouble(csv(RUN.cells().get(0)).get("AvgMessagesPerSecond")));
        assertThat(rate.get("unit").getAsString()).isEqualTo("1/s");
        JsonObject failed = cells.get(2).getAsJsonObject();
        assertThat(failed.getAsJsonObject("Figures").keySet()).containsExactly("Iterations");
        assertThat(failed.getAsJsonArray("Reasons"))
                .singleElement()
                .satisfies(reason -> assertThat(
                                reason.getAsJsonObject().get("statement").getAsString())
                        .isEqualTo("the server | died"));
    }

    @Test
    void jsonLosesNoColumnOfTheCsv() throws IOException {
        export(RUN, ExportFormat.JSON);

        JsonObject cell = object("cells.json").getAsJsonArray("cells").get(0).getAsJsonObject();
        csv(RUN.cells().get(0)).forEach((name, value) -> {
            if (!value.isEmpty() && !name.startsWith("Reason")) {
                JsonElement own = cell.get(name);
                String exported = own == null
                        ? cell.getAsJsonObject("Figures")
                                .getAsJsonObject(name)
                                .get("value")
                                .getAsString()
                        : own.getAsString();
                assertThat(exported).as(name).isEqualTo(value);
            }
        });
    }

    @Test
    void jsonSaysWhatItsPercentilesAre() throws IOException {
        export(RUN, ExportFormat.JSON);

        assertThat(text(object("cells.json"), "percentiles"))
                .isEqualTo("geometric means over the iterations; those named AllCalls: of all calls together");
    }

    @Test
    void csvIsTheTableOfTheRun() throws IOException {
        export(RUN, ExportFormat.CSV);

        assertThat(Files.readString(directory.resolve("output.csv")))
                .isEqualTo(new CsvReport(RunOrigin.UNKNOWN).text(RUN));
    }

    @Test
    void bencherGetsValuesWithTheBoundsOfTheirIntervals() throws IOException {
        export(RUN, ExportFormat.BMF);

        JsonObject benchmarks = object("bmf.json");
        assertThat(benchmarks.keySet())
                .containsExactly("post latency 1024 bytes unpinned", "pigeon throughput 1024 bytes unpinned");
        JsonObject measures = benchmarks.getAsJsonObject("post latency 1024 bytes unpinned");
        assertThat(measures.keySet()).containsExactly("throughput", "latency", "cpu-time");
        for (String name : List.of("throughput", "latency")) {
            JsonObject metric = measures.getAsJsonObject(name);
            assertThat(metric.get("value").getAsDouble())
                    .isBetween(
                            metric.get("lower_value").getAsDouble(),
                            metric.get("upper_value").getAsDouble());
        }
        assertThat(measures.getAsJsonObject("latency").get("value").getAsDouble())
                .isEqualTo(1_025_391); // ns: 1.05 s for 1024 round trips
        JsonObject once = benchmarks.getAsJsonObject("pigeon throughput 1024 bytes unpinned");
        assertThat(once.getAsJsonObject("throughput").keySet()).containsExactly("value");
        assertThat(once.keySet())
                .containsExactly("throughput", "latency-p50", "latency-p99", "latency-p9999", "cpu-time");
    }

    @Test
    void ratesAndTimesGoToTheActionInTheirOwnDirections() throws IOException {
        export(RUN, ExportFormat.GITHUB_BENCHMARK);

        JsonArray bigger = array("github-bigger-is-better.json");
        JsonArray smaller = array("github-smaller-is-better.json");
        assertThat(bigger)
                .extracting(entry -> text(entry, "name"), entry -> text(entry, "unit"))
                .containsExactly(
                        tuple("post latency 1024 bytes unpinned: rate", "round trips/s"),
                        tuple("pigeon throughput 1024 bytes unpinned: rate", "messages/s"));
        assertThat(smaller)
                .extracting(entry -> text(entry, "name"))
                .contains(
                        "post latency 1024 bytes unpinned: mean time",
                        "post latency 1024 bytes unpinned: CPU time",
                        "pigeon throughput 1024 bytes unpinned: p99");
        assertThat(smaller).allSatisfy(entry -> assertThat(text(entry, "unit")).isEqualTo("ns"));
        assertThat(text(bigger.get(0), "range")).matches("± \\d+(\\.\\d+)?"); // as the action parses it
        assertThat(text(bigger.get(1), "extra")).isEqualTo("unrepeated: measured once, use -i 3 or more\n" + MACHINE);
        assertThat(bigger.get(1).getAsJsonObject().has("range")).isFalse();
        assertThat(smaller)
                .filteredOn(entry -> text(entry, "name").endsWith("p99"))
                .isNotEmpty()
                .allSatisfy(entry ->
                        assertThat(text(entry, "extra")).contains("\ngeometric mean of the iterations' percentiles\n"));
    }

    @Test
    void namesForServicesDoNotDependOnTheOtherCells() throws IOException {
        Placement near = new Placement("cpu:0,1", Optional.empty(), Optional.empty(), "");
        Cell placed = SampleCells.withBuffer(SampleCells.withPlacement(POST, near), 65536);
        RunResult alone = new RunResult(List.of(SampleCells.result(placed, 1)), false);
        RunResult among = new RunResult(List.of(SampleCells.result(STREAM, 1), SampleCells.result(placed, 1)), false);

        export(alone, ExportFormat.BMF);
        Set<String> name = object("bmf.json").keySet();
        export(among, ExportFormat.BMF);

        assertThat(name).containsExactly("post latency 1024 bytes buffer 65536 bytes cpu:0,1");
        assertThat(object("bmf.json").keySet()).containsAll(name);
    }

    @Test
    void hgrmIsAFileForEachCellInMicrosecondsInEveryLocale() throws IOException {
        Locale.setDefault(Locale.GERMANY);
        Map<Cell, Histogram> histograms = new LinkedHashMap<>();
        histograms.put(POST, histogram(5_000, 5_000, 9_000));
        histograms.put(STREAM, histogram());

        assertThat(new Exports(directory).write(run(RUN, () -> histograms), EnumSet.of(ExportFormat.HGRM)))
                .isEmpty();

        assertThat(directory.resolve("hgrm")).isDirectoryContaining("glob:**/post-latency-1024-unpinned.hgrm");
        assertThat(Files.readString(directory.resolve("hgrm/post-latency-1024-unpinned.hgrm")))
                .matches(
                        "(?s)#\\[Percentiles of all calls .*\\]\\R +Value     Percentile TotalCount 1/\\(1-Percentile\\)\\R.*")
                .containsPattern("(?m)^ +5\\.0+\\d? +0\\.50*\\d* +2 +2\\.00$")
                .containsPattern("#\\[Max +=");
        try (var files = Files.list(directory.resolve("hgrm"))) {
            assertThat(files).hasSize(1);
        }
    }

    /** The directory of a run may be a stranger's. */
    @Test
    void hgrmFollowsNoLink(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(directory.resolve("hgrm"), elsewhere);

        assertThat(new Exports(directory)
                        .write(run(RUN, () -> Map.of(POST, histogram(5_000))), EnumSet.of(ExportFormat.HGRM)))
                .singleElement()
                .asString()
                .endsWith("hgrm is a link; remove it");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void cellsWhoseNamesDifferInForbiddenCharactersOnlyHaveAFileEach() throws IOException {
        Map<Cell, Histogram> histograms = new LinkedHashMap<>();
        for (String label : List.of("cpu:0,1", "cpu_0_1")) {
            histograms.put(
                    SampleCells.withPlacement(POST, new Placement(label, Optional.empty(), Optional.empty(), "")),
                    histogram(5_000));
        }

        new Exports(directory).write(run(RUN, () -> histograms), EnumSet.of(ExportFormat.HGRM));

        try (var files = Files.list(directory.resolve("hgrm"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("post-latency-1024-cpu_0_1.hgrm", "post-latency-1024-cpu_0_1-2.hgrm");
        }
    }

    @Test
    void formatThatCannotBeWrittenCostsNoneOfTheOthers() throws IOException {
        Files.createFile(Files.createDirectory(directory.resolve("bmf.json")).resolve("occupied"));

        List<String> failures = new Exports(directory)
                .write(
                        run(RUN, CellHistograms.NONE),
                        EnumSet.of(ExportFormat.JSON, ExportFormat.HGRM, ExportFormat.BMF));

        assertThat(failures)
                .hasSize(2)
                .contains("no export as hgrm: no cell has sampled latencies")
                .anyMatch(failure -> failure.startsWith("no export as bmf: cannot write "));
        assertThat(directory.resolve("cells.json")).exists();
    }

    @Test
    void defectOfAFormatCostsNoneOfTheOthers() {
        CellHistograms torn = () -> {
            throw new IllegalStateException("torn");
        };

        assertThat(new Exports(directory).write(run(RUN, torn), EnumSet.of(ExportFormat.HGRM, ExportFormat.BMF)))
                .containsExactly("no export as hgrm: java.lang.IllegalStateException: torn; please report this");
        assertThat(directory.resolve("bmf.json")).exists();
    }

    @ParameterizedTest
    @EnumSource
    void formatIsFoundByItsLabel(ExportFormat format) {
        assertThat(ExportFormat.labelled(format.label())).contains(format);
        assertThat(ExportFormat.labelled("xml")).isEmpty();
    }

    private static Histogram histogram(long... nanos) {
        Recorder recorder = new Recorder();
        for (long each : nanos) {
            recorder.recordLatency(each);
        }
        return recorder.latencies();
    }

    private void export(RunResult result, ExportFormat format) {
        assertThat(new Exports(directory).write(run(result, CellHistograms.NONE), EnumSet.of(format)))
                .isEmpty();
    }

    private static ExportedRun run(RunResult result, CellHistograms histograms) {
        return new ExportedRun(
                RunOrigin.UNKNOWN,
                result,
                SampleRun.answer(result, "latency"),
                RunConditions.UNKNOWN,
                MACHINE,
                histograms,
                Locale.ENGLISH);
    }

    private static CellResult repeated(Cell cell, double... seconds) {
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i]))
                        .toList());
    }

    /** The values of a cell in the CSV, by column. */
    private static Map<String, String> csv(CellResult result) {
        Map<String, String> row = new LinkedHashMap<>();
        Figures.of(RUN, RunOrigin.UNKNOWN).forEach(column -> row.put(column.column(), column.text(column.of(result))));
        return row;
    }

    private JsonObject object(String name) throws IOException {
        return JsonParser.parseString(Files.readString(directory.resolve(name))).getAsJsonObject();
    }

    private JsonArray array(String name) throws IOException {
        return JsonParser.parseString(Files.readString(directory.resolve(name))).getAsJsonArray();
    }

    private static String text(JsonElement entry, String property) {
        return entry.getAsJsonObject().get(property).getAsString();
    }
}
