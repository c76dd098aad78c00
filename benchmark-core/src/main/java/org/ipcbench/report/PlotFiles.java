package org.ipcbench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.PlotImage;

/** The plots of a run, each as SVG and as PNG. They are made of results that are already kept: without them, no run fails. */
public final class PlotFiles {
    private final Path directory;
    private final Consumer<String> warnings;

    /** Writes into this directory; what cannot be done is told in one line. */
    public PlotFiles(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    public void write(RunResult result) {
        List<PlotFile> plots = new ArrayList<>(new SweepPlot().of(result));
        plots.addAll(new PercentilePlot().of(result));
        try {
            for (PlotFile plot : plots) {
                AtomicFile.replace(file(plot, "svg"), new PlotImage(plot.plot()).svg());
            }
        } catch (IOException e) {
            warnings.accept("plots are left out: " + e.getMessage());
            return;
        }
        try {
            for (PlotFile plot : plots) {
                AtomicFile.replace(file(plot, "png"), new PlotImage(plot.plot()).png());
            }
        } catch (IOException e) {
            warnings.accept("plots are left out as PNG, those as SVG are there: " + e.getMessage());
        } catch (RuntimeException | Error e) { // what a JVM without AWT or fonts throws has no common type
            warnings.accept("plots are left out as PNG, those as SVG are there; this Java cannot paint: " + e);
        }
    }

    private Path file(PlotFile plot, String extension) {
        return directory.resolve(plot.stem() + "." + extension);
    }
}
