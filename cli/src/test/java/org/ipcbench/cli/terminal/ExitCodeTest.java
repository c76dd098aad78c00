package org.ipcbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.gate.GateOutcome;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExitCodeTest {
    private static final CellResult MEASURED = result(ListedTransport.of("fine"), measured(), 1);
    private static final CellResult PARTLY_FAILED =
            result(ListedTransport.of("flaky"), Stream.concat(measured(), failed()), 2);
    private static final CellResult FAILED = result(ListedTransport.of("broken"), failed(), 1);
    private static final CellResult TOO_LARGE = result(ListedTransport.upTo(1, "small", "raise it"), Stream.of(), 1);
    private static final CellResult ABSENT =
            result(ListedTransport.absent("absent", "no library", "install it"), Stream.of(), 1);
    private static final CellResult NOT_MEASURED = result(ListedTransport.of("later"), Stream.of(), 1);

    static Stream<Arguments> runs() {
        return Stream.of(
                Arguments.of("all measured", List.of(MEASURED, MEASURED), List.of(), ExitCode.MEASURED),
                Arguments.of("one failed", List.of(MEASURED, FAILED), List.of(), ExitCode.FAILED),
                Arguments.of("one iteration failed", List.of(MEASURED, PARTLY_FAILED), List.of(), ExitCode.FAILED),
                Arguments.of(
                        "a size beyond a limit", List.of(MEASURED, TOO_LARGE), List.of("small"), ExitCode.MEASURED),
                Arguments.of("every size beyond a limit", List.of(TOO_LARGE), List.of(), ExitCode.FAILED),
                Arguments.of("absent member of a group", List.of(MEASURED, ABSENT), List.of(), ExitCode.MEASURED),
                Arguments.of("absent though named", List.of(MEASURED, ABSENT), List.of("absent"), ExitCode.FAILED),
                Arguments.of("another one named", List.of(MEASURED, ABSENT), List.of("fine"), ExitCode.MEASURED),
                Arguments.of("all absent", List.of(ABSENT), List.of(), ExitCode.FAILED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void exitCodeIsZeroOnlyWhereEveryNamedCellWasMeasured(
            String run, List<CellResult> cells, List<String> named, ExitCode expected) {
        assertThat(ExitCode.of(new RunResult(cells, false), named, false))
                .as(run)
                .isEqualTo(expected);
    }

    @Test
    void interruptionHasPrecedenceOverFailures() {
        assertThat(Stream.of(MEASURED, FAILED, NOT_MEASURED)
                        .map(cell -> ExitCode.of(new RunResult(List.of(cell), true), List.of(), false)))
                .containsOnly(ExitCode.INTERRUPTED);
    }

    static Stream<Arguments> judgedRuns() {
        GateOutcome fails = new GateOutcome(List.of("slower"), List.of("perhaps"), List.of(), List.of());
        GateOutcome unmeasured = new GateOutcome(List.of(), List.of("perhaps"), List.of("not compared"), List.of());
        GateOutcome undecided = new GateOutcome(List.of(), List.of("perhaps"), List.of(), List.of());
        return Stream.of(
                Arguments.of(false, false, GateOutcome.NONE, List.of(), ExitCode.MEASURED),
                Arguments.of(false, false, fails, List.of(), ExitCode.FAILED),
                Arguments.of(false, false, unmeasured, List.of(), ExitCode.UNDECIDED),
                Arguments.of(false, false, unmeasured, List.of("--fail-on missing: no valid figure"), ExitCode.FAILED),
                Arguments.of(false, false, undecided, List.of(), ExitCode.UNDECIDED),
                Arguments.of(false, false, undecided, List.of("a file is missing"), ExitCode.FAILED),
                Arguments.of(true, false, GateOutcome.NONE, List.of(), ExitCode.INTERRUPTED),
                Arguments.of(true, false, unmeasured, List.of(), ExitCode.INTERRUPTED),
                Arguments.of(true, true, GateOutcome.NONE, List.of(), ExitCode.MEASURED),
                Arguments.of(true, true, unmeasured, List.of(), ExitCode.UNDECIDED),
                Arguments.of(true, true, GateOutcome.NONE, List.of("--fail-on missing: ended early"), ExitCode.FAILED));
    }

    @ParameterizedTest(name = "interrupted {0}, as wanted {1}: {4}")
    @MethodSource("judgedRuns")
    void gatesAndTroublesDecideOverMeasuredFigures(
            boolean interrupted, boolean isEndWanted, GateOutcome gate, List<String> troubles, ExitCode expected) {
        assertThat(ExitCode.of(outcome(MEASURED, interrupted, isEndWanted, Optional.empty(), gate, troubles)))
                .isEqualTo(expected);
    }

    @Test
    void failedIterationIsNoCertainFailureOfAnOpenGate() {
        GateOutcome open = new GateOutcome(List.of(), List.of("perhaps"), List.of(), List.of());
        GateOutcome holds = new GateOutcome(List.of(), List.of(), List.of(), List.of("certainly holds"));

        assertThat(ExitCode.of(outcome(PARTLY_FAILED, false, false, Optional.empty(), open, List.of())))
                .isEqualTo(ExitCode.UNDECIDED);
        assertThat(ExitCode.of(outcome(PARTLY_FAILED, false, false, Optional.empty(), holds, List.of())))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void brokenOffRunFailsWhateverItsGatesSay() {
        GateOutcome unmeasured = new GateOutcome(List.of(), List.of(), List.of("the run ended early"), List.of());
        Optional<String> brokenOff = Optional.of("the disk is full");

        assertThat(Stream.of(GateOutcome.NONE, unmeasured)
                        .map(gate -> ExitCode.of(outcome(MEASURED, true, false, brokenOff, gate, List.of()))))
                .containsOnly(ExitCode.FAILED);
    }

    private static RunOutcome outcome(
            CellResult cell,
            boolean interrupted,
            boolean isEndWanted,
            Optional<String> brokenOff,
            GateOutcome gate,
            List<String> troubles) {
        return new RunOutcome(
                new RunResult(List.of(cell), interrupted),
                SampleRun.environment(),
                Path.of("run"),
                List.of(),
                brokenOff,
                gate,
                troubles,
                isEndWanted);
    }

    @Test
    void codesAreAsDocumented() {
        assertThat(Stream.of(ExitCode.values()).map(ExitCode::code)).containsExactly(0, 1, 2, 125, 130);
    }

    private static CellResult result(Transport transport, Stream<Optional<Measurement>> outcomes, int planned) {
        Cell cell = Cell.of(transport, new MessageStream(new Extent.Count(1), 64));
        return new CellResult(
                cell,
                planned,
                outcomes.map(measurement -> new IterationResult(
                                new Plan.Turn(cell, 1),
                                measurement,
                                Optional.empty(),
                                measurement.isPresent() ? "" : "it died"))
                        .toList());
    }

    private static Stream<Optional<Measurement>> measured() {
        return Stream.of(Optional.of(MadeUpMeasurement.of(64, 1).measurement()));
    }

    private static Stream<Optional<Measurement>> failed() {
        return Stream.of(Optional.empty());
    }
}
