package org.ipcbench.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.RepetitionOptions;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.options.RunOptions;
import org.ipcbench.cli.options.RunOptions.VaryOption;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.load.Load;

/**
 * The question that most likely follows a run, as a command line that asks it of the same transports.
 *
 * @param command the command that measured
 * @param result what it measured
 */
record NextQuestion(MeasuringCommand command, RunResult result) {
    private static final String LATENCY = "latency";
    private static final String LOAD = "load";
    private static final String PLACEMENT = "--placement";
    private static final String RATE = "--rate";
    private static final String P99 = "--p99";
    private static final String SAME_CPU = "same-cpu";
    private static final String SPLIT_CPU = "split-cpu";

    private static final Set<String> REPETITION =
            Set.of(IterationsOption.NAME, RepetitionOptions.PRECISION, RepetitionOptions.MAX_TIME);

    /** What another question has its own values for. */
    private static final Set<String> OF_THE_QUESTION =
            Set.of(GridOptions.SIZES, "--count", ExtentOptions.DURATION, PLACEMENT, "--iterations");

    /** Peers keep up with this share of their fastest round trips, at arrivals that are not even. */
    private static final double EASY_SHARE = 0.3;

    private static final double MAX_RATE = 10_000;

    /** The line; empty if no question follows by itself. */
    Optional<String> text() {
        List<Summary> figures =
                result.cells().stream().flatMap(cell -> cell.summary().stream()).toList();
        if (figures.isEmpty() || command.isGiven(VaryOption.NAME)) {
            return Optional.empty();
        }
        Question question = result.cells().get(0).cell().workload().question();
        if (question == Question.TRANSFER) {
            return Optional.empty(); // its files are there now
        }
        boolean isForm = command.name().isEmpty();
        if (!isForm && figures.stream().allMatch(summary -> summary.count() < Sample.MIN_VALUES)) {
            return Optional.of("next, repeated: "
                    + command.commandLine(REPETITION, IterationsOption.NAME + "=" + Sample.MIN_VALUES));
        }
        return switch (question) {
            case THROUGHPUT ->
                Optional.of("next, round trips: "
                        + command.otherCommandLine(LATENCY, OF_THE_QUESTION, sameTransportsAndSizes()));
            case LATENCY ->
                command.name().equals(LATENCY) ? otherPlacement().or(() -> atARate(figures)) : Optional.empty();
            case LOAD, CALLS ->
                isSearched()
                        ? Optional.empty()
                        : Optional.of("next, the highest rate: "
                                + command.commandLine(
                                        Set.of(RATE, ExtentOptions.DURATION), RATE + "=auto", P99 + "=1ms"));
            default -> Optional.empty();
        };
    }

    private Optional<String> otherPlacement() {
        List<String> placements = result.cells().stream()
                .map(cell -> cell.cell().placementName())
                .distinct()
                .toList();
        if (placements.equals(List.of(SAME_CPU)) && Runtime.getRuntime().availableProcessors() > 1) {
            return Optional.of(
                    "next, on two CPUs: " + command.commandLine(Set.of(PLACEMENT), PLACEMENT + "=" + SPLIT_CPU));
        }
        return Optional.empty();
    }

    private Optional<String> atARate(List<Summary> figures) {
        if (result.cells().stream().anyMatch(cell -> cell.cell().requestBytes() < Load.MIN_MESSAGE_BYTES)) {
            return Optional.empty();
        }
        double slowest =
                figures.stream().mapToDouble(Summary::messagesPerSecond).min().orElseThrow();
        long easy = Math.max(1, (long) Math.min(MAX_RATE, EASY_SHARE * slowest));
        long unit = Math.round(Math.pow(10, Math.floor(Math.log10((double) easy))));
        return Optional.of("next, at a rate: "
                + command.otherCommandLine(
                        LOAD,
                        Set.of("--count", ExtentOptions.DURATION, IterationsOption.NAME),
                        RATE + "=" + easy / unit * unit));
    }

    private boolean isSearched() {
        return result.bound().isPresent() || command.commandLine(Set.of()).contains(RATE + "=auto");
    }

    private String[] sameTransportsAndSizes() {
        String sizes = result.cells().stream()
                .map(cell -> cell.cell().requestBytes())
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(",", GridOptions.SIZES + "=", ""));
        return command.name().isEmpty() && !command.isGiven(RunOptions.TRANSPORTS)
                ? new String[] {RunOptions.TRANSPORTS + "=" + RootCommand.DEFAULT_TRANSPORTS, sizes}
                : new String[] {sizes};
    }
}
