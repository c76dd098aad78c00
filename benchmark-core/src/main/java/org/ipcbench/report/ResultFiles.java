package org.ipcbench.report;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.file.ModelFile;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.report.words.Answer;

/**
 * The files that are made from a complete result. They only present results that are already stored, so a failure to write
 * them does not fail the run.
 *
 * @param directory the run's directory
 * @param environment the environment of the figures
 * @param answer what the run answers
 * @param warnings gets one line for each failure
 */
public record ResultFiles(Path directory, Environment environment, Answer answer, Consumer<String> warnings) {
    /** Writes the files; if one cannot be written, the others still are. */
    public void write(RunResult result) {
        write("plots", () -> new PlotFiles(directory, warnings).write(result));
        write("parts of the page", () -> new HtmlReport(directory, warnings).write(result, environment, answer));
        write("cost models", () -> new ModelFile(directory, warnings).write(result));
    }

    private void write(String what, Runnable files) {
        try {
            files.run();
        } catch (RuntimeException e) { // a defect of these files, which must not cost the others
            warnings.accept("%s are left out: %s; please report this".formatted(what, e));
        }
    }
}
