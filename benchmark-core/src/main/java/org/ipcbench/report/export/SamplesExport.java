package org.ipcbench.report.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.measure.result.Measurement.Samples;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.report.export.ExportFormat.Export;
import org.ipcbench.report.export.ExportFormat.StableNames;
import org.ipcbench.results.RunRecord;
import org.ipcbench.workload.KeptSamples;

/** Every timed message of the iterations that count, as CSV: a file for each cell. */
public final class SamplesExport implements Export {
    /** In the run's directory. */
    public static final String DIRECTORY_NAME = "samples";

    private static final String HEADER = "Iteration,Client,EndSeconds,LatencyMicros\n";
    private static final String SUFFIX = ".csv";

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        Path files = directory.resolve(DIRECTORY_NAME);
        Map<Cell, List<IterationResult>> kept = kept(directory);
        if (kept.isEmpty() || Files.isSymbolicLink(files) || !Files.isDirectory(files)) {
            throw new IOException("no message was kept; measure with --export samples");
        }
        StableNames names = StableNames.of(run.result());
        Set<String> taken = new HashSet<>();
        for (Map.Entry<Cell, List<IterationResult>> cell : kept.entrySet()) {
            write(cell.getValue(), files, files.resolve(names.file(cell.getKey(), taken) + SUFFIX));
        }
    }

    private static Map<Cell, List<IterationResult>> kept(Path directory) throws IOException {
        Map<Cell, List<IterationResult>> kept = new LinkedHashMap<>();
        RunRecord record = RunRecord.read(directory, false);
        Plan plan = record.header().plan();
        record.forEachIteration(plan, iteration -> {
            if (samples(iteration).isPresent()
                    && plan.cells().contains(iteration.turn().cell())) {
                kept.computeIfAbsent(iteration.turn().cell(), cell -> new ArrayList<>())
                        .add(iteration);
            }
        });
        return kept;
    }

    private static Optional<Samples> samples(IterationResult iteration) {
        return iteration.measurement().flatMap(measurement -> Optional.ofNullable(measurement.samples()));
    }

    /** The rows come from the files of the iterations, one by one, because together they may be larger than the memory. */
    private static void write(List<IterationResult> iterations, Path files, Path target) throws IOException {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        Files.deleteIfExists(part); // a link there would lead elsewhere, as the directory may be a stranger's
        try (BufferedWriter rows = Files.newBufferedWriter(
                part, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            rows.write(HEADER);
            for (IterationResult iteration : iterations) {
                int number = iteration.turn().iteration();
                String file = samples(iteration).orElseThrow().file();
                KeptSamples.read(
                        files.resolve(Path.of(file).getFileName().toString()),
                        (connection, endNanos, nanos) -> rows.write(String.format(
                                Locale.ROOT,
                                "%d,%d,%.9f,%.3f\n",
                                number,
                                connection,
                                endNanos / NANOS_PER_SECOND,
                                nanos / NANOS_PER_MICRO)));
            }
        }
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
}
