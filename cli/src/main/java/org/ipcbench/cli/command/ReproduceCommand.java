package org.ipcbench.cli.command;

import java.io.IOException;
import java.util.List;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.plan.cell.Ladder;
import org.ipcbench.report.table.LadderTables;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.request.SizedWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reproduces the tables of a well-known program with this program's methods. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures a predefined ladder, 128 B x 1, 512 B x 10, 1024 B x 100 and 4096 B x 1000: a table for each"
                        + " rung, with the throughput of one second and that number of round trips.",
        footer = {"", "Examples:", "  ipcbench reproduce", "  ipcbench reproduce -t uds,tcp -i 5"})
public final class ReproduceCommand extends MeasuringCommand {
    @Option(
            names = {"-i", IterationsOption.NAME},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int iterations = 1;

    public ReproduceCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        List<SizedWorkload> workloads = Ladder.RUNGS.stream()
                .flatMap(rung -> rung.workloads().stream())
                .map(SizedWorkload::new)
                .toList();
        return measure(request(workloads, options.times(iterations)));
    }

    @Override
    String text(RunOutcome outcome) {
        String blocks = options.text.blocks ? new SummaryText(options.peers.locale).of(outcome.result()) : "";
        return blocks
                + new LadderTables(new Phrases(options.peers.locale).locale(), options.text.width.style())
                        .of(outcome.result());
    }
}
