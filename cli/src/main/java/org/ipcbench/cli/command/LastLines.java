package org.ipcbench.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.run.RunOutcome;

/**
 * The last two lines of a run on a terminal: its page, and the question that most likely follows.
 *
 * @param terminal shows them if it shows both outputs
 */
record LastLines(Terminal terminal) {
    void print(RunOutcome outcome, Optional<String> next) {
        print(outcome.directory(), outcome.result().interrupted() ? Optional.empty() : next);
    }

    void print(Path directory, Optional<String> next) {
        if (!Terminal.isRead() || !Terminal.isShown()) {
            return;
        }
        Path page = directory.resolve(HtmlReport.FILE_NAME);
        if (Files.exists(page)) {
            terminal.printLink("page: ", page);
        }
        next.ifPresent(terminal.err()::println);
    }
}
