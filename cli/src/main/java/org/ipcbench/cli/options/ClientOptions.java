package org.ipcbench.cli.options;

import java.util.List;
import org.ipcbench.cli.value.ClientNumbers;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.workload.Clients;
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
            description =
                    "Comma-separated numbers of clients of one server, such as 1,4,16; they share --count, --total"
                            + " and --rate (default: ${DEFAULT-VALUE}).")
    ClientNumbers numbers = new ClientNumbers(List.of(1));

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

    /** The requested clients, in the user's order. */
    public List<Clients> clients() {
        return numbers.list().stream()
                .map(number -> new Clients(number, inOneProcess, serving))
                .toList();
    }
}
