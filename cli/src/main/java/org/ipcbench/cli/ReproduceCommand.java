package org.ipcbench.cli;

import java.io.IOException;
import java.util.List;
import org.ipcbench.plan.Ladder;
import org.ipcbench.report.LadderTables;
import org.ipcbench.report.SummaryText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The tables of a well-known program, measured as we measure. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Climbs a predefined ladder, 128 B x 1, 512 B x 10, 1024 B x 100 and 4096 B x 1000, each rung a"
                + " table: what goes through in one second, and so many round trips.")
final class ReproduceCommand extends MeasuringCommand {
    @Mixin
    IterationsOption iterations = new IterationsOption();

    ReproduceCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        List<BenchmarkRun.Question> questions = Ladder.RUNGS.stream()
                .flatMap(rung -> rung.questions().stream()
                        .map(workload -> new BenchmarkRun.Question(rung.sizeBytes(), workload)))
                .toList();
        LadderTables tables = new LadderTables(new SummaryText(options.peers.locale).locale());
        return measure(
                GridOptions.DEFAULT_TRANSPORTS, questions, iterations.count, BenchmarkRun.Preparation.NONE, tables::of);
    }
}
