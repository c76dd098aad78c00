package org.ipcbench.report.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.plot.Chart;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.report.chart.RunCharts.RunChart;
import org.ipcbench.report.file.AtomicFile;

/**
 * The plots of a run as SVG. They only present results that are already stored, so a failure to write them does not fail the
 * run. An export has them as PNG.
 */
public final class PlotFiles {
    private final Path directory;
    private final Consumer<String> warnings;

    /**
     * Writes into this directory.
     *
     * @param warnings gets one line for each failure
     */
    public PlotFiles(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /** Writes the plots; if a file cannot be written, the others still are. */
    public void write(RunResult result) {
        List<String> failures = new ArrayList<>();
        try {
            for (RunChart<?> each : measured(result)) {
                write(each, failures);
            }
        } catch (OutOfMemoryError e) {
            failures.add(Exhaustion.describe(e));
        }
        if (!failures.isEmpty()) {
            String others = failures.size() == 1 ? "" : "; and %d more".formatted(failures.size() - 1);
            warnings.accept("plots are left out: " + failures.get(0) + others);
        }
    }

    private void write(RunChart<?> plot, List<String> failures) {
        try {
            AtomicFile.replace(directory.resolve(plot.stem() + ".svg"), new PlotImage(plot.chart()).svg());
        } catch (IOException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Writes the plots as PNG.
     *
     * @throws IOException if a file cannot be written, or if this Java cannot paint
     */
    public static void writePng(RunResult result, Path directory) throws IOException {
        for (RunChart<?> plot : measured(result)) {
            AtomicFile.replace(directory.resolve(plot.stem() + ".png"), png(plot.chart()));
        }
    }

    private static byte[] png(Chart chart) throws IOException {
        try {
            return new PlotImage(chart).png();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) { // the errors of a JVM without AWT or fonts have no common type
            throw new IOException("this Java cannot paint: " + e, e);
        }
    }

    /** Number of plots of a plan if everything is measured. */
    public static int count(Plan plan) {
        return RunCharts.of(RunResult.of(plan, List.of(), false)).inFiles().size();
    }

    private static List<RunChart<?>> measured(RunResult result) {
        return RunCharts.of(result).inFiles().stream()
                .filter(each -> each.chart().isMeasured())
                .toList();
    }
}
