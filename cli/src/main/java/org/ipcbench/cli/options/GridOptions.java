package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.cli.value.RequestSizes;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.workload.Serving;
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

    /** How many clients one server has, and how they are served. */
    public static final class ClientOptions {
        public static final String CLIENTS = "--clients";
        public static final String SERVE = "--server-model";

        @Option(
                names = CLIENTS,
                paramLabel = "LIST",
                defaultValue = "1",
                converter = DimensionOption.ClientNumbers.class,
                description =
                        "Comma-separated numbers of clients of one server, such as 1,4,16; they share --count, --total"
                                + " and --rate (default: ${DEFAULT-VALUE}).")
        Values<Integer> numbers = Values.of(Dimension.CLIENTS.usual());

        @Option(
                names = "--client-threads",
                description = "Make the clients connections of one JVM instead of a JVM each.")
        boolean inOneProcess;

        @Option(
                names = SERVE,
                paramLabel = "HOW", // unique, because the completion script names the candidates after it
                defaultValue = "threads",
                converter = NamedChoices.ServingName.class,
                completionCandidates = NamedChoices.ServingName.class,
                description =
                        "Threads of the server: ${COMPLETION-CANDIDATES}. One thread per client (virtual needs Java 21),"
                                + " or one for all clients (selector, queue) (default: ${DEFAULT-VALUE}).")
        Serving serving = Serving.THREADS;

        /** A grid with these clients, in the user's order. */
        public CellGrid in(CellGrid grid) {
            return grid.with(Dimension.CLIENTS, numbers.list())
                    .with(Dimension.CLIENT_THREADS, List.of(inOneProcess))
                    .with(Dimension.SERVING, List.of(serving));
        }
    }
}
