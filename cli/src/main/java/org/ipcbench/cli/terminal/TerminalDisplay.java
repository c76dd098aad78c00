package org.ipcbench.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ipcbench.cli.terminal.Terminal.TerminalSize;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.report.table.LiveTable;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.text.TextColumns.WrappedText;
import org.jspecify.annotations.Nullable;

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

    /**
     * Two lines per iteration: one when the measured part begins, one at the end with the time of each part, the number of
     * samples and the state of the warm-up.
     */
    static final class VerboseLines implements RunListener {
        private static final double NANOS_PER_SECOND = 1e9;

        private final IterationNames names;
        private final Consumer<String> lines;
        private Plan.@Nullable Turn measuring;

        /** Writes its lines to this consumer. */
        VerboseLines(IterationNames names, Consumer<String> lines) {
            this.names = names;
            this.lines = lines;
        }

        @Override
        public void progressed(Plan.Turn turn, double fraction) {
            if (!turn.equals(measuring)) {
                measuring = turn;
                print(turn, "measuring");
            }
        }

        @Override
        public void iterationEnded(IterationResult result) {
            print(
                    result.turn(),
                    result.breakdown().map(VerboseLines::parts).orElseGet(() -> "failed: " + result.failure())
                            + result.measurement().map(VerboseLines::findings).orElse(""));
        }

        private void print(Plan.Turn turn, String what) {
            lines.accept("verbose: %s: %s".formatted(names.of(turn), what));
        }

        private static String findings(Measurement measurement) {
            WarmUpEnd end = measurement.clientConditions().warmUp();
            return "; %d samples; warm-up %s".formatted(measurement.latencies().getTotalCount(), how(end));
        }

        private static String how(WarmUpEnd end) {
            if (end.equals(WarmUpEnd.NONE)) {
                return "left out";
            }
            if (end.atLimit()) {
                return end.steady() ? "at its limit, still compiling" : "at its limit, neither steady nor compiled";
            }
            return end.scattered() ? "compiled, messages scatter" : "steady and compiled";
        }

        private static String parts(Breakdown breakdown) {
            return String.format(
                    Locale.ROOT,
                    "start %.3f s, connect %.3f s, warm-up %.3f s, measure %.3f s, close %.3f s; outside measured part %.3f s",
                    breakdown.startNanos() / NANOS_PER_SECOND,
                    breakdown.connectNanos() / NANOS_PER_SECOND,
                    breakdown.warmUpNanos() / NANOS_PER_SECOND,
                    breakdown.measuredNanos() / NANOS_PER_SECOND,
                    breakdown.closeNanos() / NANOS_PER_SECOND,
                    breakdown.outsideNanos() / NANOS_PER_SECOND);
        }
    }

    /**
     * The names of a run's iterations in progress lines and bars.
     *
     * @param further the part of a cell's name after transport and size
     */
    record IterationNames(CellNames further) {

        static IterationNames of(Plan plan) {
            return new IterationNames(CellNames.of(plan, Dimension.TRANSPORT_AND_SIZE));
        }

        /** For example {@code tcp 4096 bytes, buffer 65536, same-cpu, iteration 2}. */
        String of(Plan.Turn turn) {
            Cell cell = turn.cell();
            return "%s%s%s, iteration %d%s"
                    .formatted(
                            cell.transportId(),
                            cell.hasSizes() ? " %d bytes".formatted(cell.requestBytes()) : "",
                            further.suffix(cell),
                            turn.iteration(),
                            switch (turn.part()) {
                                case PLANNED -> "";
                                case REPETITION -> ", once more";
                                case BASELINE -> ", baseline";
                                case EXTRA -> ", extra";
                                case AGAIN -> ", again";
                            });
        }
    }
}
