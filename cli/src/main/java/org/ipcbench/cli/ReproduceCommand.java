package org.ipcbench.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.Ladder;
import org.ipcbench.report.table.LadderTables;
import org.ipcbench.report.text.SummaryText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The tables of a well-known program, measured by the methods of this one. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures a predefined ladder, 128 B x 1, 512 B x 10, 1024 B x 100 and 4096 B x 1000: a table for each"
                        + " rung, with the throughput of one second and that number of round trips.")
final class ReproduceCommand extends MeasuringCommand {
    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int iterations = 1;

    ReproduceCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        List<Request.SizedWorkload> workloads = Ladder.RUNGS.stream()
                .flatMap(rung -> rung.workloads().stream())
                .map(Request.SizedWorkload::new)
                .toList();
        return measure(
                new Request(Request.STANDARD, workloads, iterations, Optional.empty(), Request.Preparation.NONE));
    }

    @Override
    String text(BenchmarkRun.Outcome outcome) {
        return new LadderTables(new SummaryText(options.peers.locale).locale()).of(outcome.result());
    }
}
