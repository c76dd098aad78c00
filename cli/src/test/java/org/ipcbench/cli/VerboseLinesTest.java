package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Plan;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.Test;

class VerboseLinesTest {
    private static final Extent ONE = new Extent.Count(1);
    private static final Placement SAME_CPU = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");

    private final List<String> lines = new ArrayList<>();

    @Test
    void cellsThatDifferOnlyInBufferOrPlacementHaveDifferentNames() {
        report(cell(Cell.DEFAULT_BUFFER, Placement.DEFAULT), cell(65536, Placement.DEFAULT), cell(65536, SAME_CPU));

        assertThat(lines)
                .containsExactly(
                        "verbose: post 64 bytes, default, iteration 2: measuring",
                        "verbose: post 64 bytes, buffer 65536, default, iteration 2: measuring",
                        "verbose: post 64 bytes, buffer 65536, same-cpu, iteration 2: measuring");
    }

    @Test
    void singlePlacementAndQuestionAreNotNamed() {
        report(cell(Cell.DEFAULT_BUFFER, SAME_CPU));

        assertThat(lines).containsExactly("verbose: post 64 bytes, iteration 2: measuring");
    }

    private void report(Cell... cells) {
        VerboseLines verbose = new VerboseLines(IterationNames.of(new Plan(List.of(cells), 2, 0, 0)), lines::add);
        Stream.of(cells).map(cell -> new Plan.Turn(cell, 2)).forEach(turn -> verbose.progressed(turn, 0));
    }

    private static Cell cell(int bufferSizeBytes, Placement placement) {
        return new Cell(ListedTransport.of("post", 1), new Workload.Stream(ONE), 64, bufferSizeBytes, placement);
    }
}
