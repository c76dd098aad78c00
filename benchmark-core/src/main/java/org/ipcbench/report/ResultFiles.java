package org.ipcbench.report;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.csv.ModelFiles;
import org.ipcbench.report.html.HtmlReport;

/**
 * The files that are made of a result once it is complete. They are made of what is kept already: without them, no run fails.
 *
 * @param directory the run's directory
 * @param environment what the figures belong to
 * @param arguments of the command line, as they may be published
 * @param warnings told in one line what cannot be done
 */
public record ResultFiles(Path directory, Environment environment, List<String> arguments, Consumer<String> warnings) {
    public ResultFiles {
        arguments = List.copyOf(arguments);
    }

    /** A file that cannot be written costs none of the others. */
    public void write(RunResult result) {
        new PlotFiles(directory, warnings).write(result);
        new HtmlReport(directory, warnings).write(result, environment, arguments);
        new ModelFiles(directory, warnings).write(result);
    }
}
