package org.ipcbench.report.file;

import com.opencsv.CSVWriterBuilder;
import com.opencsv.ICSVWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.result.RunResult;

/** The CSV file: one row per cell, RFC 4180, UTF-8, dot decimals. Existing spreadsheets read the first nine columns. */
public final class CsvReport {
    public static final String FILE_NAME = "output.csv";

    private final RunOrigin origin;

    /** Tables of a run of this origin. */
    public CsvReport(RunOrigin origin) {
        this.origin = origin;
    }

    /** The names of the columns of every run, in the order of the file. */
    public static List<String> columnNames() {
        return Figures.of(new RunResult(List.of(), false), RunOrigin.UNKNOWN).stream()
                .map(Figure::column)
                .toList();
    }

    /** Replaces the file atomically, so that a reader sees the old table or the new one. */
    public void write(RunResult result, Path file) throws IOException {
        write(result, file, file);
    }

    /**
     * Replaces the file atomically, with the temporary file in another file's directory. A process that is killed meanwhile
     * leaves the temporary file there.
     */
    public void write(RunResult result, Path file, Path neighbour) throws IOException {
        AtomicFile.replace(file, text(result).getBytes(StandardCharsets.UTF_8), neighbour);
    }

    public String text(RunResult result) throws IOException {
        List<Figure> columns = Figures.of(result, origin);
        return new CsvTable(
                        columns.stream().map(Figure::column).toList(),
                        result.cells().stream()
                                .map(cell -> columns.stream()
                                        .map(column -> column.text(column.of(cell)))
                                        .toList())
                                .toList())
                .text();
    }

    /**
     * A table of the suite's CSV files: RFC 4180.
     *
     * @param header the names of the columns
     * @param rows the rows, each with one text per column
     */
    public record CsvTable(List<String> header, List<List<String>> rows) {
        private static final String LINE_END = "\r\n";

        /** Texts that a spreadsheet would interpret as formulas. */
        private static final Pattern FORMULA = Pattern.compile("[=+\\-@\t\r].*", Pattern.DOTALL);

        private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");

        public CsvTable {
            header = List.copyOf(header);
            rows = List.copyOf(rows);
        }

        public String text() throws IOException {
            StringWriter text = new StringWriter();
            try (ICSVWriter writer =
                    new CSVWriterBuilder(text).withLineEnd(LINE_END).build()) {
                writer.writeNext(cells(header), false);
                rows.forEach(row -> writer.writeNext(cells(row), false));
            }
            return text.toString();
        }

        private static String[] cells(List<String> row) {
            return row.stream().map(CsvTable::harmless).toArray(String[]::new);
        }

        private static String harmless(String text) {
            boolean formula =
                    FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
            return formula ? "'" + text : text;
        }
    }
}
