package org.ipcbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.figure.Value;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.SampleSettings;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.export.ExportFormat.ActionExport;
import org.ipcbench.report.export.ExportFormat.BencherExport;
import org.ipcbench.report.export.ExportFormat.HgrmExport;
import org.ipcbench.report.export.ExportFormat.MarkdownExport;
import org.ipcbench.report.export.ExportFormat.SpreadsheetExport;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Runs of every question and shape, of several peers, clients and variants, in every format. */
class EveryRunExportedTest {
    private static final Transport TRANSPORT = ListedTransport.shared("fast").in(3, "classic", "standard");
    private static final Placement PLACEMENT = new Placement(
            "cpu:0,1",
            Optional.of(new Place(CpuSet.parse("0"), Optional.empty())),
            Optional.of(new Place(CpuSet.parse("1"), Optional.empty())),
            "");
    private static final List<String> VARIANTS = List.of("java", "c", "java:python");
    private static final RunOrigin ORIGIN = new RunOrigin(
            "2026-01-02T03-04-05-abcde",
            "2026-01-02T02:04:05Z",
            "17.0.15",
            Map.of(),
            Map.of("c", "c", "java:python", "java:python"),
            Map.of(),
            "Linux 6.18");

    @TempDir
    private static Path directory;

    private static RunResult result = new RunResult(List.of(), false);
    private static List<String> failures = List.of();

    /** A record as a run writes it, read again and exported. */
    @BeforeAll
    static void export() throws IOException {
        Plan plan = new Plan(
                workloads().flatMap(EveryRunExportedTest::cells).toList(),
                List.of(SampleCells.cell("bare", 64)),
                new StoppingRule.Precision(3, 0.05, Duration.ofMinutes(10)),
                400,
                42);
        try (ResultsLog log =
                ResultsLog.create(directory.resolve(ResultsLog.FILE_NAME), plan, SampleIdentity.RUN, null)) {
            for (Cell cell : plan.cells()) {
                for (int round = 1; round <= 2; round++) {
                    log.iterationEnded(SampleCells.measured(cell, round, measurement(cell, round)));
                }
            }
            log.iterationEnded(SampleCells.failed(plan.cells().get(0), 3, "the server | died"));
            log.end(3, false);
        }
        RunRecord record = RunRecord.read(directory, false);
        RunTally tally = new RunTally(record.header().plan(), Set.of());
        record.forEachIteration(record.header().plan(), tally::add);
        result = tally.result(false);
        failures = new Exports(directory)
                .write(
                        new ExportedRun(
                                ORIGIN,
                                result,
                                SampleRun.answer(result),
                                RunConditions.UNKNOWN,
                                "Some CPU",
                                CellHistograms.of(record),
                                Locale.ENGLISH),
                        EnumSet.allOf(ExportFormat.class));
    }

    private static Stream<Workload> workloads() {
        return Stream.concat(
                SampleWorkloads.ofEveryQuestion().stream(),
                Stream.of(
                        SampleWorkloads.inFlight(),
                        SampleWorkloads.overlapping(),
                        SampleWorkloads.mixed(),
                        SampleWorkloads.coded(),
                        SampleWorkloads.bothWays(),
                        SampleWorkloads.traced()));
    }

    /** One client and several, with a buffer and a spin and without. */
    private static Stream<Cell> cells(Workload workload) {
        return VARIANTS.stream()
                .flatMap(variant -> Stream.of(
                        Cell.of(TRANSPORT, workload).withVariant(new Variant(variant)),
                        new Cell(
                                TRANSPORT, workload, SampleSettings.unusual(PLACEMENT, variant), Feasibility.UNKNOWN)));
    }

    private static Measurement measurement(Cell cell, int round) {
        Measurement plain = SampleCells.measured(cell, round, 1 + round / 100.0, 2_000, 4_000)
                .measurement()
                .orElseThrow();
        boolean isMixed =
                cell.workload().shape().filter(shape -> shape.mix() != null).isPresent();
        return isMixed
                ? plain.draft()
                        .bySize(List.of(of(64, 2_000, 90_000), of(1_024, 3_000, 50)))
                        .measurement()
                : plain;
    }

    private static SizeLatencies of(int upToBytes, long nanos, int messages) {
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(nanos, messages);
        return new SizeLatencies(upToBytes, latencies);
    }

    @Test
    void everyFormatIsWritten() {
        assertThat(failures)
                .containsExactly("no export as samples: no message was kept; measure with --export samples");
        assertThat(EnumSet.complementOf(EnumSet.of(ExportFormat.SAMPLES)))
                .allSatisfy(
                        format -> assertThat(directory.resolve(file(format))).exists());
    }

    private static String file(ExportFormat format) {
        return switch (format) {
            case MARKDOWN -> MarkdownExport.FILE_NAME;
            case JSON -> JsonExport.FILE_NAME;
            case CSV -> "output.csv";
            case XLSX -> SpreadsheetExport.FILE_NAME;
            case HGRM -> HgrmExport.DIRECTORY_NAME;
            case BMF -> BencherExport.FILE_NAME;
            case GITHUB_BENCHMARK -> ActionExport.BIGGER;
            case PNG -> "block-throughput-over-buffer-clients-1.png";
            case SAMPLES -> SamplesExport.DIRECTORY_NAME;
        };
    }

    @Test
    void jsonHasEveryValueOfTheCsvAsWhatItIs() throws IOException {
        JsonArray cells = JsonParser.parseString(Files.readString(directory.resolve(JsonExport.FILE_NAME)))
                .getAsJsonObject()
                .getAsJsonArray("cells");
        List<Figure> columns = Figures.of(result, ORIGIN);
        List<String> lists = new ArrayList<>();
        assertThat(cells).hasSameSizeAs(result.cells()).hasSizeGreaterThan(70);
        IntStream.range(0, cells.size()).forEach(i -> {
            JsonObject cell = cells.get(i).getAsJsonObject();
            CellResult own = result.cells().get(i);
            columns.stream()
                    .filter(column -> !Figures.OF_REASONS.contains(column))
                    .filter(column -> !column.of(own).isNone())
                    .forEach(column -> {
                        JsonElement exported = value(cell, column.column());
                        assertThat(texts(exported)).as(column.column()).isEqualTo(text(column, own));
                        if (exported.isJsonArray()) {
                            lists.add(column.column());
                        }
                    });
            cell.getAsJsonObject("Figures").asMap().forEach((name, figure) -> {
                JsonElement number = figure.getAsJsonObject().get("value");
                assertThat(number.isJsonArray() || number.getAsJsonPrimitive().isNumber())
                        .as(name)
                        .isTrue();
            });
        });
        assertThat(lists).contains("SizeClassBytes", "SizeClassP50Micros", "SizeClassP99Micros");
        assertThat(cells)
                .extracting(cell -> cell.getAsJsonObject().get("Peers"))
                .anyMatch(peers -> peers != null && peers.getAsString().equals("java:python"));
    }

    /** Read without the library that wrote it. */
    @Test
    void spreadsheetHasEveryNumberAsANumberAndEveryTextAsAText() throws Exception {
        NodeList strings = part("xl/sharedStrings.xml").getElementsByTagName("si");
        Document sheet = part("xl/worksheets/sheet1.xml");
        NodeList rows = sheet.getElementsByTagName("row");
        List<Figure> columns = Figures.of(result, ORIGIN);
        assertThat(rows.getLength()).isEqualTo(result.cells().size() + 1);
        for (int row = 1; row < rows.getLength(); row++) {
            List<String> expected = new ArrayList<>();
            CellResult own = result.cells().get(row - 1);
            for (Figure column : columns) {
                Value value = column.of(own);
                if (value instanceof Value.Quantity number) {
                    expected.add("number " + column.rounded(number.number()).doubleValue());
                } else if (!value.isNone()) {
                    expected.add("text " + column.text(value));
                }
            }
            NodeList cells = ((Element) rows.item(row)).getElementsByTagName("c");
            List<String> read = IntStream.range(0, cells.getLength())
                    .mapToObj(i -> (Element) cells.item(i))
                    .filter(cell -> !cell.getTextContent().isEmpty())
                    .map(cell -> cell.getAttribute("t").equals("s")
                            ? "text "
                                    + strings.item(Integer.parseInt(cell.getTextContent()))
                                            .getTextContent()
                            : "number " + Double.parseDouble(cell.getTextContent()))
                    .toList();
            assertThat(read).isEqualTo(expected);
        }
        assertThat(sheet.getElementsByTagName("pane").getLength()).isEqualTo(1);
        assertThat(part("xl/worksheets/sheet2.xml").getElementsByTagName("row").getLength())
                .as("a title, headings and a row for each table of the terminal, at least")
                .isGreaterThan(2);
    }

    private static Document part(String name) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try (ZipFile workbook =
                new ZipFile(directory.resolve(SpreadsheetExport.FILE_NAME).toFile())) {
            return factory.newDocumentBuilder().parse(workbook.getInputStream(workbook.getEntry(name)));
        }
    }

    private static JsonElement value(JsonObject cell, String name) {
        return cell.has(name)
                ? cell.get(name)
                : cell.getAsJsonObject("Figures").getAsJsonObject(name).get("value");
    }

    /** A list as the CSV has it. */
    private static String texts(JsonElement value) {
        return value instanceof JsonArray values
                ? String.join(
                        ";",
                        values.asList().stream()
                                .map(each -> each.isJsonNull() ? "" : each.getAsString())
                                .toList())
                : value.getAsString();
    }

    private static String text(Figure column, CellResult result) {
        return column.text(column.of(result));
    }
}
