package org.ipcbench.cli.options;

import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Option;

/** How much of a message's payload is written and read. */
public final class PayloadOption {
    @Option(
            names = "--payload",
            paramLabel = "PAYLOAD", // unique, because the completion script names the candidates after it
            defaultValue = "touched",
            converter = NamedChoices.PayloadName.class,
            completionCandidates = NamedChoices.PayloadName.class,
            description = "What both peers write, read and compare: ${COMPLETION-CANDIDATES}; a long in every 64 bytes,"
                    + " every byte, or only the header (default: ${DEFAULT-VALUE}).")
    public Payload value = Payload.TOUCHED;
}
