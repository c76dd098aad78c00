package org.ipcbench.cli;

import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which sizes a subcommand measures, and how often. */
final class GridOptions {
    static final String SIZES = "--sizes";

    @Option(
            names = {"-s", SIZES},
            paramLabel = "LIST",
            defaultValue = "4096",
            description =
                    "Comma-separated message sizes, with doubling ranges: 64,4K or 64..64K (default: ${DEFAULT-VALUE}).")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Mixin
    ClientOptions clients = new ClientOptions();

    @Mixin
    PayloadOption payload = new PayloadOption();

    @Mixin
    IterationsOption iterations = new IterationsOption();
}
