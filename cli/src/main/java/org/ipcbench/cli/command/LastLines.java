package org.ipcbench.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.text.ShellWords;

/**
 * The last two lines of a run on a terminal: its page, and the question that most likely follows.
 *
 * @param terminal shows them if it shows both outputs
 */
record LastLines(Terminal terminal) {
    void print(RunOutcome outcome, Optional<String> next) {
        Optional<String> rest = outcome.isEndWanted() ? Optional.of(rest(outcome.directory())) : Optional.empty();
        print(outcome.directory(), outcome.result().interrupted() ? rest : next);
    }

    private static String rest(Path directory) {
        List<String> words = new ArrayList<>(TypedProgram.words());
        words.addAll(List.of(ResumeCommand.NAME, directory.toString()));
        return "next, the rest: " + ShellWords.line(words);
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
