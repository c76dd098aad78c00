package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.table.TableStyle;

/** A format of another program in which a run can be exported. */
public enum ExportFormat {
    /** The tables in GitHub's Markdown, for an issue. */
    MARKDOWN,
    /** Every figure of every cell, with its unit. */
    JSON,
    /** The table that every run writes. */
    CSV,
    /** The same table as a spreadsheet, whose numbers are numbers wherever decimals have a comma. */
    XLSX,
    /** The latencies of each cell as HdrHistogram's plotter reads them. */
    HGRM,
    /** The metric format of Bencher. */
    BMF,
    /** The arrays of github-action-benchmark: one for figures of which more is better, one for the others. */
    GITHUB_BENCHMARK,
    /** The plots as pixels, for programs that show no SVG. */
    PNG,
    /** Every timed message of each cell, which peers keep only if they are told before. */
    SAMPLES;

    /** The format's name in options. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format with this label. */
    public static Optional<ExportFormat> labelled(String label) {
        return Stream.of(values())
                .filter(format -> format.label().equalsIgnoreCase(label))
                .findFirst();
    }

    Export export() {
        return switch (this) {
            case MARKDOWN -> new MarkdownExport();
            case JSON -> new JsonExport();
            case CSV ->
                (run, directory) ->
                        new CsvReport(run.origin()).write(run.result(), directory.resolve(CsvReport.FILE_NAME));
            case XLSX -> new SpreadsheetExport();
            case HGRM -> new HgrmExport();
            case BMF -> new BencherExport();
            case GITHUB_BENCHMARK -> new ActionExport();
            case PNG -> (run, directory) -> PlotFiles.writePng(run.result(), directory);
            case SAMPLES -> new SamplesExport();
        };
    }

    /** Bencher's metric format: the measures of each cell, with a value and the bounds of its interval. */
    static final class BencherExport implements Export {
        static final String FILE_NAME = "bmf.json";

        private final Gson gson = new GsonBuilder().setPrettyPrinting().create();

        @Override
        public void write(ExportedRun run, Path directory) throws IOException {
            StableNames names = StableNames.of(run.result());
            JsonObject benchmarks = new JsonObject();
            for (CellResult result : run.result().cells()) {
                JsonObject measures = new JsonObject();
                ExportedRun.forTracked(
                        result, (figure, number) -> measures.add(figure.names().key(), metric(number)));
                if (!measures.isEmpty()) {
                    benchmarks.add(names.of(result.cell()), measures);
                }
            }
            AtomicFile.replace(directory.resolve(FILE_NAME), gson.toJson(benchmarks) + "\n");
        }

        private static JsonObject metric(Value.Quantity number) {
            JsonObject metric = new JsonObject();
            metric.addProperty("value", ExportedRun.rounded(number.number()));
            number.interval().ifPresent(interval -> {
                metric.addProperty("lower_value", ExportedRun.rounded(interval.low()));
                metric.addProperty("upper_value", ExportedRun.rounded(interval.high()));
            });
            return metric;
        }
    }

    /**
     * The arrays that github-action-benchmark reads as {@code customBiggerIsBetter} and {@code customSmallerIsBetter}. Its
     * other formats have one direction for all figures.
     */
    static final class ActionExport implements Export {
        static final String BIGGER = "github-bigger-is-better.json";
        static final String SMALLER = "github-smaller-is-better.json";

        private final Gson gson = new GsonBuilder().setPrettyPrinting().create();

        @Override
        public void write(ExportedRun run, Path directory) throws IOException {
            write(run, Figure.Better.BIGGER, directory.resolve(BIGGER));
            write(run, Figure.Better.SMALLER, directory.resolve(SMALLER));
        }

        private void write(ExportedRun run, Figure.Better better, Path file) throws IOException {
            AtomicFile.replace(file, gson.toJson(entries(run, better)) + "\n");
        }

        private static JsonArray entries(ExportedRun run, Figure.Better better) {
            StableNames names = StableNames.of(run.result());
            JsonArray entries = new JsonArray();
            for (CellResult result : run.result().cells()) {
                ExportedRun.forTracked(result, (figure, number) -> {
                    if (figure.better() == better) {
                        entries.add(entry(names.of(result.cell()), figure, number, result, run.machine()));
                    }
                });
            }
            return entries;
        }

        private static JsonObject entry(
                String name, Figure figure, Value.Quantity number, CellResult result, String machine) {
            JsonObject entry = new JsonObject();
            entry.addProperty("name", name + ": " + figure.names().words());
            entry.addProperty("unit", figure.names().heading());
            entry.addProperty("value", ExportedRun.rounded(number.number()));
            number.interval()
                    .ifPresent(interval -> entry.addProperty(
                            "range",
                            "± "
                                    + ExportedRun.rounded(interval.high() - number.number())
                                            .toPlainString()));
            String reasons = result.verdict().text();
            entry.addProperty(
                    "extra",
                    result.verdict().level().label() + (reasons.isEmpty() ? "" : ": " + reasons) + "\n"
                            + (figure.names().remark().isEmpty()
                                    ? ""
                                    : figure.names().remark() + "\n") + machine);
            return entry;
        }
    }

    /**
     * The latencies of each cell, in microseconds, in the format of HdrHistogram's plotter and other programs: one file per
     * cell.
     */
    static final class HgrmExport implements Export {
        static final String DIRECTORY_NAME = "hgrm";
        private static final String SUFFIX = ".hgrm";

        private static final double NANOS_PER_MICRO = 1e3;

        /** Programs that read this format leave out lines that begin like this one. */
        private static final String OF_ALL_CALLS =
                "#[Percentiles of all calls of all iterations together, in microseconds; output.csv has them as Latency...AllCallsMicros]";

        @Override
        public void write(ExportedRun run, Path directory) throws IOException {
            StableNames names = StableNames.of(run.result());
            Set<String> withoutLatency = run.result().cells().stream()
                    .filter(result -> result.status() == CellStatus.NOT_REACHED)
                    .map(result -> names.of(result.cell()))
                    .collect(Collectors.toSet());
            Map<Cell, Histogram> histograms =
                    new LinkedHashMap<>(run.histograms().read());
            histograms.keySet().removeIf(cell -> withoutLatency.contains(names.of(cell)));
            if (histograms.values().stream().allMatch(histogram -> histogram.getTotalCount() == 0)) {
                throw new IOException("no cell has sampled latencies");
            }
            Path files = directory.resolve(DIRECTORY_NAME);
            if (Files.isSymbolicLink(files)) { // the directory may be a stranger's
                throw new IOException(files + " is a link; remove it");
            }
            Files.createDirectories(files);
            Set<String> taken = new HashSet<>();
            for (Map.Entry<Cell, Histogram> cell : histograms.entrySet()) {
                if (cell.getValue().getTotalCount() > 0) {
                    String name = names.file(cell.getKey(), taken);
                    AtomicFile.replace(files.resolve(name + SUFFIX), text(cell.getValue()));
                }
            }
        }

        private static String text(Histogram histogram) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try (PrintStream stream = new PrintStream(text, false, StandardCharsets.US_ASCII)) {
                stream.println(OF_ALL_CALLS);
                histogram.outputPercentileDistribution(stream, NANOS_PER_MICRO);
            }
            return text.toString(StandardCharsets.US_ASCII);
        }
    }

    /**
     * The table of {@code output.csv} as a workbook: numbers are numbers for every decimal sign, texts are no formulas.
     * A second sheet has the tables of the terminal.
     */
    static final class SpreadsheetExport implements Export {
        static final String FILE_NAME = "output.xlsx";

        /** The number of characters that a cell of a workbook may hold. */
        private static final int MAX_TEXT = 32_767;

        /** What the library demands: two digits, a dot, up to four digits. */
        private static final String FORMAT_VERSION = "01.0000";

        @Override
        public void write(ExportedRun run, Path directory) throws IOException {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            try (Workbook workbook = new Workbook(content, "ipcbench", FORMAT_VERSION)) {
                write(run, workbook.newWorksheet("cells"));
                writeTables(run, workbook.newWorksheet("tables"));
            }
            AtomicFile.replace(directory.resolve(FILE_NAME), content.toByteArray());
        }

        private static void write(ExportedRun run, Worksheet sheet) {
            List<Figure> columns = Figures.of(run.result(), run.origin());
            List<CellResult> cells = run.result().cells();
            for (int column = 0; column < columns.size(); column++) {
                sheet.value(0, column, columns.get(column).column());
                for (int row = 0; row < cells.size(); row++) {
                    write(sheet, row + 1, column, columns.get(column), cells.get(row));
                }
            }
            sheet.freezePane(0, 1);
        }

        /** The tables of the terminal one below the other, as they are read: figures with their intervals. */
        private static void writeTables(ExportedRun run, Worksheet sheet) {
            int row = 0;
            for (Table<?> table : new ClosingTable(run.locale(), run.conditions()).tables(run.result())) {
                write(sheet, row++, List.of(table.title()));
                write(sheet, row++, table.columns().stream().map(Column::header).toList());
                for (List<String> texts : table.texts()) {
                    write(sheet, row++, texts);
                }
                row++;
            }
        }

        private static void write(Worksheet sheet, int row, List<String> texts) {
            for (int column = 0; column < texts.size(); column++) {
                sheet.value(row, column, fitting(texts.get(column)));
            }
        }

        private static void write(Worksheet sheet, int row, int column, Figure figure, CellResult cell) {
            Value value = figure.of(cell);
            if (value instanceof Value.Quantity number) {
                sheet.value(row, column, figure.rounded(number.number()));
            } else if (!value.isNone()) {
                sheet.value(row, column, fitting(figure.text(value)));
            }
        }

        private static String fitting(String text) {
            return text.substring(0, Math.min(MAX_TEXT, text.length()));
        }
    }

    /**
     * Names by which services track a cell from run to run. The names do not depend on the other cells of the run.
     *
     * @param dimensions the dimensions in names
     */
    record StableNames(List<Dimension> dimensions) {
        /** File systems allow 255, a number and the suffix included. */
        private static final int MAX_STEM = 240;

        /** The names of a run's cells. */
        static StableNames of(RunResult run) {
            return new StableNames(run.dimensions());
        }

        /** For example {@code pipe latency 64 bytes same-cpu}. */
        String of(Cell cell) {
            return words(cell, " ", true);
        }

        /**
         * The name as that of a file without its suffix, shortened and with a number where that is needed: two names may differ only in
         * characters that are not allowed in names of files.
         *
         * @param taken the names so far, to which it is added
         */
        String file(Cell cell, Set<String> taken) {
            String whole = stem(cell);
            String stem = whole.substring(0, Math.min(whole.length(), MAX_STEM));
            String name = stem;
            for (int number = 2; !taken.add(name); number++) {
                name = stem + "-" + number;
            }
            return name;
        }

        /** The name as the stem of a file's name. */
        String stem(Cell cell) {
            return words(cell, "-", false).replaceAll("[^\\p{Alnum}._-]+", "_");
        }

        private String words(Cell cell, String separator, boolean units) {
            String name = dimensions.stream()
                    .filter(dimension -> dimension.of(cell).isPresent()
                            && !dimension.text(cell).isEmpty())
                    .map(dimension -> word(dimension, cell, separator, units))
                    .collect(Collectors.joining(separator));
            return cell.workload().hasUsualPayload() ? name : name + separator + cell.payloadName();
        }

        private static String word(Dimension dimension, Cell cell, String separator, boolean units) {
            String word = dimension.equals(Dimension.SIZE) || !dimension.isQuantity()
                    ? dimension.text(cell)
                    : dimension.label() + separator + dimension.text(cell);
            return units && dimension.isNumeric() ? word + " " + dimension.unit() : word;
        }
    }

    /** Writes a run in one format. */
    interface Export {
        /**
         * Writes the files of the format.
         *
         * @param directory the existing directory for the files
         * @throws IOException if a file cannot be written; the message has the file and the reason
         */
        void write(ExportedRun run, Path directory) throws IOException;
    }

    /** The command, the answer, the tables and the reasons for doubt in GitHub's Markdown. */
    public static final class MarkdownExport implements Export {
        static final String FILE_NAME = "table.md";

        @Override
        public void write(ExportedRun run, Path directory) throws IOException {
            AtomicFile.replace(directory.resolve(FILE_NAME), text(run));
        }

        /** The answer, the command, the machine, the tables, and the doubts. */
        public static String text(ExportedRun run) {
            ClosingTable table = new ClosingTable(run.locale(), run.conditions(), TableStyle.MARKDOWN);
            String text = run.answer().all().stream()
                            .map(TableStyle.MARKDOWN::paragraph)
                            .collect(Collectors.joining())
                    + TableStyle.MARKDOWN.paragraph(run.answer().request().command())
                    + TableStyle.MARKDOWN.paragraph(run.machine())
                    + table.of(run.result())
                    + table.doubtsBelow(run.result())
                    + new ModelText(run.locale(), TableStyle.MARKDOWN).of(run.result());
            return text.strip().replaceAll("\\R{3,}", "\n\n") + "\n";
        }
    }
}
