package org.ipcbench.report.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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
}
