package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.TextOptions.WidthOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal.MessageLine;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.FailOn;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.compare.History;
import org.ipcbench.compare.References;
import org.ipcbench.compare.RunSide;
import org.ipcbench.compare.Side;
import org.ipcbench.compare.SideComparison;
import org.ipcbench.compare.SideComparison.ComparedCell;
import org.ipcbench.compare.SideComparison.GatedCell;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.ipcbench.report.chart.HistoryChart;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.text.ComparisonText;
import org.ipcbench.report.text.HistoryText;
import org.ipcbench.text.Lists;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares recorded runs; measures nothing. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Compares runs with an earlier one, cell by cell: faster, slower, no difference seen, or not comparable. A run is"
                        + " its directory below output, or a file of share. What differs in machine, kernel, JVM and"
                        + " options stands before the tables.",
        footer = {
            "",
            "Examples:",
            "  ipcbench compare output/BASE output/NEW --fail-on slower:5%%",
            "  ipcbench compare --history output/MON output/TUE output/WED output/THU",
            "",
            "Exit codes: 0 compared; 1 if --fail-on says so, or without these no cell could be compared; 2 bad"
                    + " usage, or no cell in common; 125 --fail-on is not certain of a cell, or cannot compare one of BASE."
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BASE", description = "Run that the others are compared with.")
    Path base = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NEW", description = "Runs to compare with it.")
    List<Path> others = List.of();

    @Option(
            names = FailOn.OPTION,
            paramLabel = "LIST",
            split = ",",
            description =
                    "Exit code 1 if a cell is slower by more than this, such as slower:5%%, whole interval beyond the limit,"
                            + " so that chance alone seldom fails a run; with missing, if a figure of BASE cannot be compared:"
                            + " the cell is missing in NEW, or one of both is invalid or has fewer than three iterations; suspect"
                            + " figures are compared (default: differences do not change the exit code).")
    List<FailOn> failOn = List.of();

    @Option(
            names = "--normalize-by",
            paramLabel = "LIST",
            description =
                    "Comma-separated reference transports of both runs; other speeds are divided by theirs, for the same"
                            + " question and size, round by round (default: none).")
    @Nullable
    String references;

    @Mixin
    HistoryOptions history = new HistoryOptions();

    @Mixin
    WidthOption width = new WidthOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    public CompareCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        requireSpeed();
        References divisors = references();
        if (history.wanted) {
            requireNoGate();
            return history(divisors).code();
        }
        if (history.output != null) {
            throw new ParameterException(spec.commandLine(), "--output needs --history; add it, or omit --output");
        }
        List<SideComparison> comparisons = compare(divisors);
        context.terminal().out().print(ComparisonText.of(comparisons, divisors, width.style()));
        List<String> failures = new ArrayList<>(gateLines(comparisons, true));
        List<String> undecided = new ArrayList<>(gateLines(comparisons, false));
        (FailOn.isMissing(failOn) ? failures : undecided).addAll(lost(comparisons));
        if (comparisons.stream().flatMap(each -> each.cells().stream()).noneMatch(ComparedCell::isCompared)) {
            (FailOn.gates(failOn).isEmpty() ? failures : undecided).add(MessageLine.of("no cell could be compared"));
        }
        failures.forEach(context.terminal().err()::println);
        undecided.forEach(context.terminal().err()::println);
        if (!failures.isEmpty()) {
            return ExitCode.FAILED.code();
        }
        return (undecided.isEmpty() ? ExitCode.MEASURED : ExitCode.UNDECIDED).code();
    }

    private void requireSpeed() {
        if (FailOn.gates(failOn).stream().anyMatch(gate -> !gate.figure().equals(Gate.Figure.SPEED))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Invalid value for option '--fail-on': runs are compared by their speeds; give slower:PERCENT, or measure"
                            + " both in one run (--vary)");
        }
    }

    private void requireNoGate() {
        if (!failOn.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--history does not fail a job; omit %s".formatted(FailOn.OPTION));
        }
    }

    private ExitCode history(References divisors) {
        List<Side> sides = Stream.concat(
                        Stream.of(side("BASE", base)), others.stream().map(path -> side("NEW", path)))
                .toList();
        try {
            History told = History.of(sides, divisors);
            context.terminal().out().print(new HistoryText(width.style()).of(told));
            return history.output == null || written(told, history.output) ? ExitCode.MEASURED : ExitCode.FAILED;
        } catch (NotComparableException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private boolean written(History told, Path directory) {
        try {
            Files.createDirectories(directory);
            AtomicFile.replace(directory.resolve("history.md"), new HistoryText(TableStyle.MARKDOWN).of(told));
        } catch (IOException e) {
            throw new InvalidValueException(spec.commandLine(), "option '--output'", e);
        }
        try {
            HistoryChart.write(told, directory);
            return true;
        } catch (IOException e) {
            context.terminal().err().println("plots are left out: " + e.getMessage());
            return false;
        }
    }

    private References references() {
        try {
            return references == null ? References.NONE : new References(Lists.split(references));
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(spec.commandLine(), "option '--normalize-by'", e);
        }
    }

    private List<SideComparison> compare(References divisors) {
        Side before = side("BASE", base);
        List<Side> sides = others.stream().map(path -> side("NEW", path)).toList();
        try {
            return SideComparison.of(before, sides, divisors);
        } catch (NotComparableException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Side side(String parameter, Path path) {
        try {
            Side side = RunSide.read(path);
            side.remarks().forEach(context.terminal().err()::println);
            return side;
        } catch (IOException e) {
            throw new InvalidValueException(spec.commandLine(), parameter, e);
        }
    }

    /** A line for each figure of BASE that cannot be compared, which fails a run that asks for it and of which a gate is not certain. */
    private List<String> lost(List<SideComparison> comparisons) {
        return failOn.isEmpty()
                ? List.of()
                : comparisons.stream()
                        .flatMap(comparison -> comparison.cells().stream())
                        .filter(ComparedCell::isLost)
                        .map(cell -> MessageLine.of("%s: %s: not comparable: %s"
                                .formatted(
                                        FailOn.isMissing(failOn) ? "--fail-on missing" : FailOn.OPTION,
                                        cell.key().text(),
                                        cell.why())))
                        .toList();
    }

    /** What the gate says of the cells that fail, or of those of which it is not certain. */
    private List<String> gateLines(List<SideComparison> comparisons, boolean fails) {
        return FailOn.gates(failOn).stream()
                .flatMap(gate -> GatedCell.of(gate, comparisons).stream())
                .filter(each -> each.fails() == fails)
                .map(each -> MessageLine.of("--fail-on: %s: speed NEW/BASE is %s in %s%s"
                        .formatted(
                                each.cell().key().text(),
                                ComparisonText.ratio(each.cell()),
                                each.now().name(),
                                fails ? "" : ", not certain; measure more iterations (-i)")))
                .toList();
    }

    /** Options of a comparison of many runs in the order of their time. */
    private static final class HistoryOptions {
        @Option(
                names = "--history",
                description =
                        "Order the runs by time (four or more), and name the run in which a cell changed, if it did.")
        boolean wanted;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "DIR",
                converter = Converters.Directory.class,
                description = "With --history: directory for history.md and history.svg (default: none).")
        @Nullable
        Path output;
    }
}
