package org.ipcbench.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.report.table.LiveTable;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.text.WrappedText;

/**
 * Shows a run on a terminal: lines and the rankings so far on standard error, results on standard output.
 *
 * @param terminal shows the run
 * @param live whether the rankings so far may be shown on an interactive terminal
 * @param verbose whether lines about every iteration are shown
 * @param text makes the text of an outcome
 * @param columns number of characters of a line on standard error
 */
public record TerminalDisplay(
        Terminal terminal, boolean live, boolean verbose, Function<RunOutcome, String> text, int columns)
        implements RunDisplay {

    public TerminalDisplay(Terminal terminal, boolean live, boolean verbose, Function<RunOutcome, String> text) {
        this(
                terminal,
                live,
                verbose,
                text,
                Terminal.isShown() ? TerminalSize.asked().columns() : Integer.MAX_VALUE);
    }

    @Override
    public void line(String line) {
        terminal.err().println(WrappedText.of(line, columns));
    }

    @Override
    public Progress progress(Plan plan, Supplier<RunResult> soFar) {
        IterationNames names = IterationNames.of(plan);
        return live && Terminal.isInteractive()
                ? new Live(
                        new LiveDisplay(terminal, names, new LiveTable(Locale.ENGLISH), soFar, NanoClock.system()),
                        names,
                        verbose)
                : new IterationLines(this::line, names, verbose);
    }

    @Override
    public void measured(RunOutcome outcome) {
        terminal.out().print(text.apply(outcome));
    }

    /**
     * Returns the exit code at the end of a run. Prints a message if the run was interrupted before its first
     * iteration.
     */
    public ExitCode exitCode(Optional<RunOutcome> outcome) {
        if (outcome.isEmpty()) {
            terminal.err().println("interrupted");
        }
        return outcome.map(ExitCode::of).orElse(ExitCode.INTERRUPTED);
    }

    private static List<RunListener> verboseLines(boolean verbose, IterationNames names, Consumer<String> lines) {
        return verbose ? List.of(new VerboseLines(names, lines)) : List.of();
    }

    private record IterationLines(Consumer<String> lines, IterationNames names, boolean verbose) implements Progress {
        @Override
        public void line(String text) {
            lines.accept(text);
        }

        @Override
        public List<RunListener> listeners() {
            return verboseLines(verbose, names, lines);
        }
    }

    private record Live(LiveDisplay display, IterationNames names, boolean verbose) implements Progress {
        @Override
        public void line(String text) {
            display.printAbove(text);
        }

        @Override
        public List<RunListener> listeners() {
            List<RunListener> listeners = new ArrayList<>(List.of(display));
            listeners.addAll(verboseLines(verbose, names, display::printAbove));
            return listeners;
        }

        @Override
        public boolean isEndWanted() {
            return display.isEndWanted();
        }

        @Override
        public void close() {
            display.close();
        }
    }
}
