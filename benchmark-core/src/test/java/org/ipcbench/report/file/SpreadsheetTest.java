package org.ipcbench.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.opencsv.CSVReader;
import com.opencsv.CSVReaderBuilder;
import com.opencsv.RFC4180ParserBuilder;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The CSV as LibreOffice Calc reads it; skipped if that is not installed. */
@Tag("full")
final class SpreadsheetTest {
    private static final String PROGRAM = "libreoffice";

    /** Comma, quotation mark, UTF-8, from the first line, no column of a special format, English (USA). */
    private static final String AS_ENGLISH = "CSV:44,34,76,1,,1033";

    private static final int TIMEOUT_SECONDS = 120;
    private static final String NUMBER = "-?\\d+(\\.\\d+)?";
    private static final RunOrigin ORIGIN = new RunOrigin(
            "2026-01-02T03-04-05-abcde",
            "2026-01-02T02:04:05Z",
            "17.0.15",
            Map.of(),
            Map.of(),
            Map.of(),
            "Linux 6.8.0-45-generic");

    @TempDir
    private Path directory;

    /**
     * A cell of a table.
     *
     * @param type {@code float} for a number, {@code string} for a text, empty for nothing
     * @param value what it shows
     */
    private record Read(String type, String value) {}

    @Test
    void everyFigureIsANumberAndEverythingElseAText() throws Exception {
        assumeTrue(isInstalled(), PROGRAM + " is not installed");
        Cell trips = SampleCells.roundTrips(ListedTransport.of("post"), 64);
        Cell torn = SampleCells.roundTrips(ListedTransport.of("pigeon"), 64);
        Cell absent = SampleCells.cell(ListedTransport.absent("radio", "no \"antenna\"", "install one; or two"), 64);
        String text = new CsvReport(ORIGIN)
                .text(new RunResult(
                        List.of(
                                repeated(trips, 1, 1.01, 1.02),
                                repeated(torn, 1, 1.01, 1.02, 0.25, 0.26),
                                repeated(trips.withVariant(new Variant("-Xint")), 8, 8.01, 8.02),
                                new CellResult(absent, 2, List.of())),
                        false));

        List<List<Read>> read = opened(Files.writeString(directory.resolve("output.csv"), text));

        List<String[]> written;
        try (CSVReader reader = new CSVReaderBuilder(new StringReader(text))
                .withCSVParser(new RFC4180ParserBuilder().build())
                .build()) {
            written = reader.readAll();
        }
        assertThat(read).hasSameSizeAs(written).hasSize(5);
        for (int row = 0; row < written.size(); row++) {
            for (int column = 0; column < written.get(row).length; column++) {
                String value = written.get(row)[column];
                Read cell = column < read.get(row).size() ? read.get(row).get(column) : new Read("", "");
                if (value.matches(NUMBER)) {
                    assertThat(cell.type())
                            .as("%s in %s", value, written.get(0)[column])
                            .isEqualTo("float");
                    assertThat(Double.parseDouble(cell.value())).isEqualTo(Double.parseDouble(value));
                } else {
                    assertThat(cell).isEqualTo(new Read(value.isEmpty() ? "" : "string", value));
                }
            }
        }
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, PROGRAM)));
    }

    /** A cell whose iterations took so many seconds. */
    private static CellResult repeated(Cell cell, double... seconds) {
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i], 1_000))
                        .toList());
    }

    /** The rows of the table as the program has read them. */
    private List<List<Read>> opened(Path csv) throws Exception {
        Process process = new ProcessBuilder(
                        PROGRAM,
                        "-env:UserInstallation=" + directory.resolve("profile").toUri(),
                        "--headless",
                        "--infilter=" + AS_ENGLISH,
                        "--convert-to",
                        "fods",
                        "--outdir",
                        directory.toString(),
                        csv.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("messages").toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("has ended")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        NodeList rows = factory.newDocumentBuilder()
                .parse(directory.resolve("output.fods").toFile())
                .getElementsByTagName("table:table-row");
        List<List<Read>> read = new ArrayList<>();
        for (int row = 0; row < rows.getLength(); row++) {
            read.add(cells(rows.item(row)));
        }
        return read;
    }

    private static List<Read> cells(Node row) {
        List<Read> cells = new ArrayList<>();
        for (Node node = row.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element cell) {
                String type = cell.getAttribute("office:value-type");
                String value = type.equals("float")
                        ? cell.getAttribute("office:value")
                        : cell.getTextContent().strip();
                String repeated = cell.getAttribute("table:number-columns-repeated");
                int times = repeated.isEmpty() ? 1 : Math.min(Integer.parseInt(repeated), 1_000);
                IntStream.range(0, times).forEach(unused -> cells.add(new Read(type, value)));
            }
        }
        return cells;
    }
}
