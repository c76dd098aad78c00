package org.ipcbench.report.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.words.StableNames;

/**
 * The latencies of each cell, in microseconds, in the format of HdrHistogram's plotter and other programs: one file per
 * cell.
 */
final class HgrmExport implements Export {
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
        Map<Cell, Histogram> histograms = new LinkedHashMap<>(run.histograms().read());
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
                String stem = names.stem(cell.getKey());
                String name = stem;
                for (int number = 2; !taken.add(name); number++) {
                    name = stem + "-"
                            + number; // two names may differ only in characters that are not allowed in names of files
                }
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
