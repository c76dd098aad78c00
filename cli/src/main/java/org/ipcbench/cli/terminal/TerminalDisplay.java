package org.ipcbench.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;

/**
 * Shows a run on a terminal: lines and a bar on standard error, results on standard output.
 *
 * @param terminal shows the run
 * @param bar whether a bar may show the progress on an interactive terminal
 * @param verbose whether lines about every iteration are shown
 * @param text makes the text of an outcome
 */
public record TerminalDisplay(Terminal terminal, boolean bar, boolean verbose, Function<RunOutcome, String> text)
        implements RunDisplay {

    @Override
    public void line(String line) {
        terminal.err().println(line);
    }

    @Override
    public Progress progress(Plan plan) {
        IterationNames names = IterationNames.of(plan);
        return bar && Terminal.isInteractive()
                ? new Bar(new ProgressDisplay(terminal, names), names, verbose)
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

    private record Bar(ProgressDisplay display, IterationNames names, boolean verbose) implements Progress {
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
        public void close() {
            display.close();
        }
    }
}
