package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.cli.value.RequestSizes;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which sizes a subcommand measures, and how often. */
public final class GridOptions {
    public static final String SIZES = "--sizes";

    /** The name that one size suggests; every command takes both. */
    public static final String SIZE = "--size";

    @Option(
            names = {"-s", SIZES, SIZE},
            paramLabel = "LIST",
            defaultValue = "4096",
            description =
                    "Comma-separated message sizes, with doubling ranges: 64,4K or 64..64K (default: ${DEFAULT-VALUE}). For"
                            + " latency and load also mix:FILE, a size and its weight on each line, or"
                            + " lognormal:MEDIAN,SIGMA: requests whose sizes differ; for load also trace:FILE, a time in seconds"
                            + " and a size on each line, which are replayed, with the answer's size and the server's seconds if they"
                            + " were recorded, or JSON lines.")
    public RequestSizes sizes = new RequestSizes(List.of(), Optional.empty());

    @Mixin
    public ClientOptions clients = new ClientOptions();

    @Mixin
    public PayloadOption payload = new PayloadOption();

    @Mixin
    public IterationsOption iterations = new IterationsOption();

    /** How much of a message's payload is written and read. */
    public static final class PayloadOption {
        @Option(
                names = "--payload",
                paramLabel = "PAYLOAD", // unique, because the completion script names the candidates after it
                defaultValue = "touched",
                converter = NamedChoices.PayloadName.class,
                completionCandidates = NamedChoices.PayloadName.class,
                description =
                        "What both peers write, read and compare: ${COMPLETION-CANDIDATES}; a long in every 64 bytes,"
                                + " every byte, or only the header (default: ${DEFAULT-VALUE}).")
        public Payload value = Payload.TOUCHED;
    }
}
