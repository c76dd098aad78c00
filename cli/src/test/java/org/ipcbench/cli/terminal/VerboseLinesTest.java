package org.ipcbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.cli.terminal.TerminalDisplay.IterationNames;
import org.ipcbench.cli.terminal.TerminalDisplay.VerboseLines;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;

class VerboseLinesTest {
    private static final Extent ONE = new Extent.Count(1);
    private static final Placement SAME_CPU = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");

    private final List<String> lines = new ArrayList<>();

    @Test
    void cellsThatDifferOnlyInBufferOrPlacementHaveDifferentNames() {
        report(cell(Cell.DEFAULT_BUFFER, Placement.UNPINNED), cell(65536, Placement.UNPINNED), cell(65536, SAME_CPU));

        assertThat(lines)
                .containsExactly(
                        "verbose: post 64 bytes, unpinned, iteration 2: measuring",
                        "verbose: post 64 bytes, buffer 65536, unpinned, iteration 2: measuring",
                        "verbose: post 64 bytes, buffer 65536, same-cpu, iteration 2: measuring");
    }

    @Test
    void singlePlacementAndQuestionAreNotNamed() {
        report(cell(Cell.DEFAULT_BUFFER, SAME_CPU));

        assertThat(lines).containsExactly("verbose: post 64 bytes, iteration 2: measuring");
    }

    @Test
    void endOfAnIterationSaysWhatItRestsOn() {
        assertThat(lineOf(WarmUpEnd.NONE)).endsWith(" s; 3 samples; warm-up left out");
        assertThat(lineOf(new WarmUpEnd(100, 1_000, true, true))).endsWith("; warm-up steady and compiled");
        assertThat(lineOf(new WarmUpEnd(100, 1_000, false, true))).endsWith("; warm-up compiled, messages scatter");
        assertThat(lineOf(new WarmUpEnd(100, 1_000, true, false))).endsWith("; warm-up at its limit, still compiling");
        assertThat(lineOf(new WarmUpEnd(100, 1_000, false, false)))
                .endsWith("; warm-up at its limit, neither steady nor compiled");
    }

    private String lineOf(WarmUpEnd warmUp) {
        Cell cell = cell(Cell.DEFAULT_BUFFER, Placement.UNPINNED);
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(2_000, 3);
        MeasurementConditions conditions =
                new MeasurementConditions(warmUp, List.of(), MachineLoad.UNKNOWN, MeasurementConditions.NO_BOUND);
        Measurement measurement = MadeUpMeasurement.of(64, 3)
                .elapsedNanos(1_000)
                .latencies(latencies)
                .conditions(conditions, MeasurementConditions.UNKNOWN)
                .measurement();
        new VerboseLines(IterationNames.of(new Plan(List.of(cell), 1, 0, 0)), lines::add)
                .iterationEnded(new IterationResult(
                        new Plan.Turn(cell, 1),
                        Optional.of(measurement),
                        Optional.of(new Breakdown(1, 1, 1, 1, 1)),
                        ""));
        return lines.get(lines.size() - 1);
    }

    @Test
    void repetitionsAndBaselinesAreNamed() {
        Cell cell = cell(Cell.DEFAULT_BUFFER, Placement.UNPINNED);
        VerboseLines verbose = new VerboseLines(IterationNames.of(new Plan(List.of(cell), 2, 0, 0)), lines::add);

        verbose.progressed(new Plan.Turn(cell, 2, Plan.Part.REPETITION), 0);
        verbose.progressed(new Plan.Turn(cell, 1, Plan.Part.BASELINE), 0);

        assertThat(lines)
                .containsExactly(
                        "verbose: post 64 bytes, iteration 2, once more: measuring",
                        "verbose: post 64 bytes, iteration 1, baseline: measuring");
    }

    private void report(Cell... cells) {
        VerboseLines verbose = new VerboseLines(IterationNames.of(new Plan(List.of(cells), 2, 0, 0)), lines::add);
        Stream.of(cells).map(cell -> new Plan.Turn(cell, 2)).forEach(turn -> verbose.progressed(turn, 0));
    }

    private static Cell cell(int bufferSizeBytes, Placement placement) {
        return Cell.of(
                ListedTransport.of("post"),
                new MessageStream(ONE, 64),
                CellSettings.USUAL.with(Dimension.BUFFER, bufferSizeBytes).with(Dimension.PLACEMENT, placement));
    }
}
