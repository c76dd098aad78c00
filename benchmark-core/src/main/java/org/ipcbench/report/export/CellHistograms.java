package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.results.RunRecord;

/** The latencies of a run, which are read from its record because a run does not keep them in memory. */
@FunctionalInterface
public interface CellHistograms {
    /** No latencies are known. */
    CellHistograms NONE = Map::of;

    /**
     * The latencies of all iterations of each cell in one histogram, in nanoseconds; cells may be missing.
     *
     * @throws IOException if a file cannot be read; the message has the file and the reason
     */
    Map<Cell, Histogram> read() throws IOException;

    /** The latencies in this record. */
    static CellHistograms of(RunRecord record) {
        return () -> {
            Map<Cell, Histogram> histograms = new LinkedHashMap<>();
            Plan plan = record.header().plan();
            plan.cells().forEach(cell -> histograms.put(cell, new PackedHistogram(Recorder.SIGNIFICANT_DIGITS)));
            record.forEachIteration(
                    plan,
                    iteration -> iteration.measurement().ifPresent(measurement -> {
                        Histogram histogram = histograms.get(iteration.turn().cell());
                        if (histogram != null) { // null for a cell of the harness alone
                            histogram.add(measurement.latencies());
                        }
                    }));
            return histograms;
        };
    }

    /** The latencies of the run in this directory. */
    static CellHistograms in(Path directory) {
        return () -> of(RunRecord.read(directory, false)).read();
    }
}
