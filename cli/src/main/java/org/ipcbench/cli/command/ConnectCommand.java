package org.ipcbench.cli.command;

import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;

/** How long a new connection takes until its first answer. */
@Command(
        name = "connect",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures connections that come and go: each is opened, proves the session's token, carries one message and its"
                        + " answer, and is closed. Takes 500ms unless --count or --duration is given.",
        footer = {"", "Examples:", "  ipcbench connect -t tcp,uds", "  ipcbench connect -t uds -s 64 --clients 1,4"})
public final class ConnectCommand extends ExchangeCommand {
    public ConnectCommand(CliContext context) {
        super(context);
    }

    @Override
    Stream<Workload> workloads(Extent extent, Payload payload) {
        return sizes(grid).stream().map(size -> new Connect(extent, size, payload));
    }
}
