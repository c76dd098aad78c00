package org.ipcbench.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.words.Answer;

/**
 * {@code report.html}. The page only presents results that are already stored, so a failure to write it does not fail the
 * run.
 */
public final class HtmlReport {
    public static final String FILE_NAME = "report.html";

    private final Path directory;
    private final Consumer<String> warnings;

    /**
     * Writes into this directory.
     *
     * @param warnings gets one line for each failure
     */
    public HtmlReport(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /**
     * The page.
     *
     * @param answer what the run answers
     */
    public static String text(RunResult result, Environment environment, Answer answer) {
        return new Page(result, environment, answer).text();
    }

    /**
     * Writes the page atomically, so that a reader sees the old one or the new one.
     *
     * @param answer what the run answers
     */
    public void write(RunResult result, Environment environment, Answer answer) {
        try {
            AtomicFile.replace(directory.resolve(FILE_NAME), text(result, environment, answer));
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
