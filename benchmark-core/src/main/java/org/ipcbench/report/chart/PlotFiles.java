package org.ipcbench.report.chart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.plot.Chart;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.report.file.AtomicFile;

/**
 * The plots of a run, each as SVG and as PNG. They only present results that are already stored, so a failure to write them
 * does not fail the run.
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
        write(() -> RunCharts.of(result).inFiles().stream()
                .map(each -> new Drawn(each.stem(), each.chart()))
                .toList());
    }

    /**
     * Writes one plot.
     *
     * @param stem the stem of its files' names
     */
    public void write(String stem, Chart chart) {
        write(() -> List.of(new Drawn(stem, chart)));
    }

    private record Drawn(String stem, Chart chart) {}

    private void write(Supplier<List<Drawn>> charts) {
        try {
            writeAll(charts.get());
        } catch (OutOfMemoryError e) {
            warnings.accept("plots are left out: " + Exhaustion.describe(e));
        }
    }

    /** Number of plots of a plan if everything is measured. */
    public static int count(Plan plan) {
        return RunCharts.of(RunResult.of(plan, List.of(), false)).inFiles().size();
    }

    private void writeAll(List<Drawn> all) {
        List<Drawn> charts =
                all.stream().filter(each -> each.chart().isMeasured()).toList();
        List<String> failures = new ArrayList<>();
        charts.forEach(each -> write(
                each.stem() + ".svg",
                () -> new PlotImage(each.chart()).svg().getBytes(StandardCharsets.UTF_8),
                failures));
        try {
            charts.forEach(each -> write(each.stem() + ".png", new PlotImage(each.chart())::png, failures));
        } catch (RuntimeException | Error e) { // the errors of a JVM without AWT or fonts have no common type
            warnings.accept("plots are left out as PNG, those as SVG are there; this Java cannot paint: " + e);
        }
        if (!failures.isEmpty()) {
            String others = failures.size() == 1 ? "" : "; and %d more".formatted(failures.size() - 1);
            warnings.accept("plots are left out: " + failures.get(0) + others);
        }
    }

    private interface Drawing {
        byte[] draw() throws IOException;
    }

    private void write(String name, Drawing drawing, List<String> failures) {
        try {
            AtomicFile.replace(directory.resolve(name), drawing.draw());
        } catch (IOException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
    }
}
