package org.ipcbench.report.export;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.file.CsvReport;

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
    PNG;

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
        };
    }
}
