package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.value.RequestSizes;
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
                            + " and a size on each line, which are replayed.")
    public RequestSizes sizes = new RequestSizes(List.of(), Optional.empty());

    @Mixin
    public ClientOptions clients = new ClientOptions();

    @Mixin
    public PayloadOption payload = new PayloadOption();

    @Mixin
    public IterationsOption iterations = new IterationsOption();
}
