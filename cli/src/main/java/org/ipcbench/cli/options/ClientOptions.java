package org.ipcbench.cli.options;

import java.util.List;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.cli.value.Values;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.workload.Serving;
import picocli.CommandLine.Option;

/** How many clients one server has, and how they are served. */
public final class ClientOptions {
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

    @Option(names = "--client-threads", description = "Make the clients connections of one JVM instead of a JVM each.")
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
