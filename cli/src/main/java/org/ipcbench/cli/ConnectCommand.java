package org.ipcbench.cli;

import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;

/** How long a new connection takes until its first answer. */
@Command(
        name = "connect",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures connections that come and go: each is opened, proves the session's token, carries one message and its"
                        + " answer, and is closed. Takes 500ms unless --count or --duration is given.")
final class ConnectCommand extends ExchangeCommand {
    ConnectCommand(CliContext context) {
        super(context);
    }

    @Override
    Workload workload(Extent extent, int sizeBytes, Payload payload) {
        return new Workload.Connect(extent, sizeBytes, payload);
    }
}
