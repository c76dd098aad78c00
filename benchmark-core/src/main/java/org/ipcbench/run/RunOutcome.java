package org.ipcbench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.gate.GateOutcome;
import org.ipcbench.run.gate.VariantGates;
import org.ipcbench.run.request.RunSetup.Acceptance;

/**
 * The outcome of a run.
 *
 * @param result the figures
 * @param environment the environment that the figures belong to
 * @param directory the run's files
 * @param named ids of the transports that were named one by one and that must be available
 * @param brokenOff why the run ended early; empty if it did not, or if the user ended it
 * @param gate what the gates say
 * @param troubles why some figures or files are missing
 * @param isEndWanted whether the user asked for an early end, and got it
 */
public record RunOutcome(
        RunResult result,
        Environment environment,
        Path directory,
        List<String> named,
        Optional<String> brokenOff,
        GateOutcome gate,
        List<String> troubles,
        boolean isEndWanted) {
    public RunOutcome {
        named = List.copyOf(named);
        troubles = List.copyOf(troubles);
    }

    /**
     * The outcome of a run, judged by these rules.
     *
     * @param troubles why some figures or files are missing, apart from the rules
     * @param isEndWanted whether the user asked for an early end, and got it
     */
    public static RunOutcome judged(
            RunResult result,
            Environment environment,
            Path directory,
            List<String> named,
            Optional<String> brokenOff,
            Acceptance acceptance,
            List<String> troubles,
            boolean isEndWanted) {
        List<String> all = new ArrayList<>(troubles);
        if (acceptance.strict()) {
            all.addAll(
                    isEndWanted
                            ? List.of("--fail-on missing: the run ended early")
                            : new StrictFigures(named).complaints(result));
        }
        return new RunOutcome(
                result,
                environment,
                directory,
                named,
                brokenOff,
                new VariantGates(acceptance.gates()).judge(result),
                all,
                isEndWanted);
    }

    /** What the reader of the outcome has to know: what is missing, and what the gates say. */
    public List<String> lines() {
        return Stream.concat(troubles.stream(), gate.lines().stream()).toList();
    }

    RunOutcome with(List<String> furtherTroubles) {
        List<String> all =
                Stream.concat(troubles.stream(), furtherTroubles.stream()).toList();
        return new RunOutcome(result, environment, directory, named, brokenOff, gate, all, isEndWanted);
    }

    /** What the line about the results begins with: how the run ended if it ended early. */
    String endsEarly() {
        if (!result.interrupted()) {
            return "";
        }
        return isEndWanted ? "ended early, resume goes on; " : "interrupted; ";
    }

    /**
     * The rule of {@code --fail-on missing}: each cell of a run needs a figure that is not invalid. A group's member may have no figure,
     * because a group means the transports that the machine offers; a member that fails changes the exit code anyway.
     *
     * @param named ids of the transports that the user named one by one
     */
    record StrictFigures(List<String> named) {
        /** One line for each cell that lacks a valid figure; empty if the user ended the run early. */
        public List<String> complaints(RunResult run) {
            CellNames names = CellNames.of(run, Dimension.TRANSPORT_AND_SIZE);
            return run.cells().stream()
                    .filter(cell -> !run.interrupted() && lacksFigure(cell))
                    .map(cell -> "--fail-on missing: %s, %d bytes%s: no valid figure (%s)"
                            .formatted(
                                    cell.cell().transportId(),
                                    cell.cell().requestBytes(),
                                    names.suffix(cell.cell()),
                                    cell.summary().isPresent()
                                            ? cell.verdict().level().label()
                                            : cell.status().label()))
                    .toList();
        }

        private boolean lacksFigure(CellResult cell) {
            return cell.verdict().level() == Verdict.Level.INVALID
                    && (cell.summary().isPresent() || named.contains(cell.cell().transportId()));
        }
    }
}
