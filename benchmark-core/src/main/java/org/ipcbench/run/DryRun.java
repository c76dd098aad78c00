package org.ipcbench.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.GatedRounds;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.shape.Shape;

/**
 * The plan of a run that is not measured.
 *
 * @param plan the cells
 * @param estimate the time and memory they would take
 * @param remarks a line about each thing that the plan leaves out
 */
public record DryRun(Plan plan, RunEstimate estimate, List<String> remarks) {
    private static final double MIB = 1 << 20;

    /** A first round that differs by more from its announcement, in either direction, corrects the announcement of the run. */
    private static final double GOOD_ENOUGH = 1.25;

    /** Nobody plans by a smaller difference. */
    private static final Duration NOTEWORTHY = Duration.ofSeconds(5);

    public DryRun {
        remarks = List.copyOf(remarks);
    }

    /** A line for each cell, the remarks, and the summary. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Cell cell : plan.cells()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s %s%s%s, %s%s%s%n",
                    cell.workloadName(),
                    cell.transportId(),
                    cell.hasSizes() ? ", " + counted(cell.requestBytes(), "byte") : "",
                    further(cell, true),
                    amount(cell.workload().extent()),
                    further(cell, false),
                    cell.obstacle()
                            .map(obstacle ->
                                    ": %s, %s".formatted(obstacle.status().label(), obstacle.reason()))
                            .orElse("")));
        }
        plan.cells().stream()
                .flatMap(cell -> cell.workload().shape().map(Shape::mix).stream())
                .distinct()
                .forEach(mix -> text.append(mix.description()).append(System.lineSeparator()));
        remarks.forEach(remark -> text.append(remark).append(System.lineSeparator()));
        return text.append(summary()).append(System.lineSeparator()).toString();
    }

    /** One line: how much, how long, and what it takes. */
    public String summary() {
        return summary("about");
    }

    /** The same of a run that is part of another one, whose time is told. */
    public String partSummary() {
        return summary("of that about");
    }

    private String summary(String about) {
        return String.format(
                Locale.ROOT,
                "%s, %s; %s %s, up to %.0f MiB of memory, %.1f MiB of disk%s; --seed %d",
                counted(plan.cells().size(), "cell"),
                rounds(),
                about,
                time(),
                estimate.memoryBytes() / MIB,
                estimate.diskBytes() / MIB,
                estimate.targetBytes() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, " and %.1f MiB on the target's file system", estimate.targetBytes() / MIB),
                plan.seed());
    }

    private String rounds() {
        if (plan.stopping() instanceof Elimination elimination && elimination.maxRounds() > 1) {
            return "1 iteration each, then up to %d more of the %d best"
                    .formatted(
                            elimination.maxRounds() - 1,
                            elimination.cellsOfLaterRounds(plan.cells().size()));
        }
        return plan.stopping().timeLimit().isPresent()
                ? "at least %s each".formatted(counted(plan.iterations(), "iteration"))
                : "%s each".formatted(counted(plan.iterations(), "iteration"));
    }

    private String time() {
        String time = text(estimate.time());
        if (plan.stopping() instanceof ExtraTime) {
            String longest = text(estimate.longest());
            return longest.equals(time) ? time : "%s, up to %s if cells need extra time".formatted(time, longest);
        }
        if (plan.stopping() instanceof GatedRounds) {
            return "%s if --fail-on is certain then, at most %s".formatted(time, text(estimate.longest()));
        }
        return plan.stopping() instanceof StoppingRule.Precision
                ? String.format(
                        Locale.ROOT,
                        "%s if rates vary by %.0f %% from round to round, at most %s",
                        time,
                        100 * StoppingRule.Precision.ASSUMED_VARIATION,
                        text(estimate.longest()))
                : time;
    }

    /** Tells the run's time anew after its first round, if the round took another time than announced. */
    RunListener corrected(NanoClock clock, Consumer<String> lines) {
        return new RunListener() {
            private int left = plan.firstRound().size();
            private long beganNanos;

            @Override
            public void iterationStarted(Plan.Turn turn) {
                beganNanos = beganNanos == 0 ? clock.nanos() : beganNanos;
            }

            @Override
            public void iterationEnded(IterationResult result) {
                left--;
                if (left == 0) {
                    correction(Duration.ofNanos(clock.nanos() - beganNanos)).ifPresent(lines);
                }
            }
        };
    }

    private Optional<String> correction(Duration firstRound) {
        double ratio = (double) firstRound.toNanos() / estimate.round().toNanos();
        Duration time = Duration.ofMillis(Math.round(ratio * estimate.time().toMillis()));
        boolean isLimited = plan.stopping() instanceof ExtraTime
                || plan.stopping().timeLimit().isPresent();
        Duration corrected = isLimited && time.compareTo(estimate.longest()) > 0 ? estimate.longest() : time;
        return Math.max(ratio, 1 / ratio) > GOOD_ENOUGH
                        && corrected.minus(estimate.time()).abs().compareTo(NOTEWORTHY) > 0
                ? Optional.of("the first round took %s, not %s: about %s in all"
                        .formatted(text(firstRound), text(estimate.round()), text(corrected)))
                : Optional.empty();
    }

    /** A time in a form for people. */
    public static String text(Duration time) {
        return time.toMinutes() == 0
                ? "%d s".formatted(time.toSeconds())
                : "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart());
    }

    private static String counted(long number, String noun) {
        return number + " " + (number == 1 ? noun : noun + "s");
    }

    /** The other dimensions of a cell: only the numbers, or only the names. */
    private static String further(Cell cell, boolean numeric) {
        return Dimension.ALL.stream()
                .filter(dimension ->
                        dimension.isNumeric() == numeric && !Dimension.TRANSPORT_QUESTION_AND_SIZE.contains(dimension))
                .filter(dimension -> dimension.of(cell).isPresent())
                .map(dimension -> ", " + dimension.named(cell))
                .collect(Collectors.joining());
    }

    private static String amount(Extent extent) {
        return extent instanceof Extent.Count count
                ? counted(count.messages(), "message")
                : Duration.ofNanos(((Extent.Period) extent).nanos()).toMillis() + " ms";
    }
}
