package org.ipcbench.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.report.file.AtomicFile;

/** {@code report.html}. It is made of results that are already kept: without it, no run fails. */
public final class HtmlReport {
    public static final String FILE_NAME = "report.html";

    private final Path directory;
    private final Consumer<String> warnings;

    /** Writes into this directory; what cannot be done is told in one line. */
    public HtmlReport(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /**
     * Writes the page at once, so that a reader sees the old one or the new one.
     *
     * @param arguments what the user typed, as it may be published
     */
    public void write(RunResult result, Environment environment, List<String> arguments) {
        try {
            AtomicFile.replace(
                    directory.resolve(FILE_NAME), new Page(result, environment, new Request(arguments)).text());
        } catch (IOException e) {
            leftOut(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            leftOut(Exhaustion.describe(e));
        }
    }

    private void leftOut(String why) {
        warnings.accept("%s is left out: %s".formatted(FILE_NAME, why));
    }
}
